import { ReadableStream } from 'node:stream/web'
import type { DatasetWriter } from '#ground/dataset'
import { writeTileArchive } from '#routing/tile-archive'
import type { TileStamp } from './reproducible-tile.ts'
import { listTiles, measureTar, tileArchiveInput, writeRoutingTar } from './routing-tar.ts'

/** How the roads of a build are stored. */
export type RoadForm = 'tar' | 'tiles'

/**
 * Maximum size of a `routing.tar` that functions copy: it takes 4 s at 75 MB/s, within their initialisation, and every
 * call is then quick.
 */
const maxCopiedBytes = 300e6

/**
 * Adds the engine's tiles to a build: as `routing.tar`, which is copied and mapped as a whole, or as `routing.tiles`
 * with its directory, so that calls fetch only the tiles they need. Equal tiles make equal bytes.
 *
 * @param form By default the form that suits the size.
 * @throws RegionError if the folder has no tiles: the extract has no roads.
 */
export async function addRoads(
  writer: DatasetWriter,
  tileFolder: string,
  stamp: TileStamp,
  { form, onProgress }: { form?: RoadForm | undefined; onProgress(fraction: number): void },
): Promise<void> {
  const tiles = await listTiles(tileFolder)
  const chosen = form ?? (measureTar(tiles) <= maxCopiedBytes ? 'tar' : 'tiles')
  if (chosen === 'tar') {
    await writer.add('routing.tar', writeRoutingTar(tileFolder, stamp, onProgress))
    return
  }
  const inputs = tiles.map((tile) => tileArchiveInput(tile, stamp))
  const archive = writeTileArchive(inputs, { onProgress })
  await writer.add('routing.tiles', archive.frames())
  await writer.add('routing.tiles.directory', ReadableStream.from([archive.directory()]))
}
