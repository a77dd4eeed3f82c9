import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import {
  tarBlockBytes as blockBytes,
  buildTarIndex,
  buildUstarHeader,
  measureTarIndex,
  parseTileName,
  type TarTile,
  type TileInput,
} from '#routing/tile-archive'
import { RegionError } from './errors.ts'
import { makeReproducible, type TileStamp } from './reproducible-tile.ts'

export interface TileFile {
  /** Name in the archive, for example `2/000/762/485.gph`. */
  name: string
  path: string
  size: number
}

function padSize(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes
}

/**
 * Lists the tiles in a folder of the engine, in path order.
 *
 * @throws RegionError if there are none: the extract has no roads.
 */
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

/** Returns the size of the `routing.tar` of these tiles. */
export function measureTar(tiles: readonly TileFile[]): number {
  return tiles.reduce(
    (sum, { size }) => sum + blockBytes + padSize(size),
    measureTarIndex(tiles.length) + 2 * blockBytes,
  )
}

/** Returns a tile for `routing.tiles`, the same as in `routing.tar`. */
export function tileArchiveInput(tile: TileFile, stamp: TileStamp): TileInput {
  return { id: parseTileName(tile.name), read: () => readTile(tile, stamp) }
}

async function readTile({ name, path, size }: TileFile, stamp: TileStamp): Promise<Buffer> {
  const tile = await readFile(path)
  if (tile.length !== size) throw new RegionError(`${name} changed while it was packed.`)
  makeReproducible(tile, stamp)
  return tile
}

/**
 * Yields the archive that the engine maps: its index first, then the tiles in path order. Equal tiles make equal
 * bytes.
 *
 * @throws RegionError if the folder has no tiles: the extract has no roads.
 */
export async function* writeRoutingTar(
  folder: string,
  stamp: TileStamp,
  onProgress: (fraction: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const tiles = await listTiles(folder)
  let position = measureTarIndex(tiles.length)
  yield buildTarIndex(
    tiles.map(({ name, size }): TarTile => {
      const start = position + blockBytes
      position = start + padSize(size)
      return { id: parseTileName(name), start, size }
    }),
  )
  for (const [i, tile] of tiles.entries()) {
    yield buildUstarHeader(tile.name, tile.size)
    yield await readTile(tile, stamp)
    yield Buffer.alloc(padSize(tile.size) - tile.size)
    onProgress((i + 1) / tiles.length)
  }
  yield Buffer.alloc(2 * blockBytes)
}
