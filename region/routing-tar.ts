import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import {
  tarBlockBytes as blockBytes,
  type TarTile,
  type TileInput,
  tarIndex,
  tarIndexBytes,
  tileIdOf,
  ustarHeader,
} from '#routing/tile-archive'
import { RegionError } from './errors.ts'
import { makeReproducible, type TileStamp } from './reproducible-tile.ts'

export interface TileFile {
  /** In the archive, for example `2/000/762/485.gph`. */
  name: string
  path: string
  size: number
}

function padded(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes
}

/** The tiles in a folder of the engine, in path order. @throws RegionError when there are none: the extract has no roads. */
export async function listTiles(folder: string): Promise<TileFile[]> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.gph'))
    .map((name) => name.split(sep).join('/'))
    .sort()
  if (names.length === 0)
    throw new RegionError('There are no roads that the routing engine can use.')
  return await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { name, path, size: (await stat(path)).size }
    }),
  )
}

/** The size of the `routing.tar` of these tiles. */
export function tarBytes(tiles: readonly TileFile[]): number {
  return tiles.reduce(
    (sum, { size }) => sum + blockBytes + padded(size),
    tarIndexBytes(tiles.length) + 2 * blockBytes,
  )
}

/** A tile for `routing.tiles`, the same as in `routing.tar`. */
export function tileArchiveInput(tile: TileFile, stamp: TileStamp): TileInput {
  return { id: tileIdOf(tile.name), read: () => readTile(tile, stamp) }
}

async function readTile({ name, path, size }: TileFile, stamp: TileStamp): Promise<Buffer> {
  const tile = await readFile(path)
  if (tile.length !== size) throw new RegionError(`${name} changed while it was packed.`)
  makeReproducible(tile, stamp)
  return tile
}

/**
 * The archive that the engine maps: its index first, then the tiles in path order. Equal tiles make equal
 * bytes.
 *
 * @throws RegionError when the folder has no tiles: the extract has no roads.
 */
export async function* routingTar(
  folder: string,
  stamp: TileStamp,
  onProgress: (fraction: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const tiles = await listTiles(folder)
  let position = tarIndexBytes(tiles.length)
  yield tarIndex(
    tiles.map(({ name, size }): TarTile => {
      const start = position + blockBytes
      position = start + padded(size)
      return { id: tileIdOf(name), start, size }
    }),
  )
  for (const [i, tile] of tiles.entries()) {
    yield ustarHeader(tile.name, tile.size)
    yield await readTile(tile, stamp)
    yield Buffer.alloc(padded(tile.size) - tile.size)
    onProgress((i + 1) / tiles.length)
  }
  yield Buffer.alloc(2 * blockBytes)
}
