import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type TileInput, tileIdOf } from '../lib/tile-archive/index.ts'
import { RegionError } from './errors.ts'
import { makeReproducible, type TileStamp } from './reproducible-tile.ts'

const blockBytes = 512
const indexEntryBytes = 16

export interface TileFile {
  /** In the archive, for example `2/000/762/485.gph`. */
  name: string
  path: string
  size: number
}

function padded(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes
}

/**
 * The header of a plain file in a ustar archive, equal on every machine and day. Fields: POSIX.1-1988,
 * `pax` interchange format, ustar.
 */
function ustarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0, 100, 'ascii')
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
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
  const index = blockBytes + padded(tiles.length * indexEntryBytes)
  return tiles.reduce((sum, { size }) => sum + blockBytes + padded(size), index + 2 * blockBytes)
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
 * The archive that the engine maps: `index.bin` first, with the position, id and size of every tile
 * (uint64, uint32, uint32, little endian), then the tiles in path order. Equal tiles make equal
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
  const index = Buffer.alloc(padded(tiles.length * indexEntryBytes))
  let position = blockBytes + index.length
  for (const [i, { name, size }] of tiles.entries()) {
    index.writeBigUInt64LE(BigInt(position + blockBytes), i * indexEntryBytes)
    index.writeUInt32LE(tileIdOf(name), i * indexEntryBytes + 8)
    index.writeUInt32LE(size, i * indexEntryBytes + 12)
    position += blockBytes + padded(size)
  }
  yield ustarHeader('index.bin', tiles.length * indexEntryBytes)
  yield index
  for (const [i, tile] of tiles.entries()) {
    yield ustarHeader(tile.name, tile.size)
    yield await readTile(tile, stamp)
    yield Buffer.alloc(padded(tile.size) - tile.size)
    onProgress((i + 1) / tiles.length)
  }
  yield Buffer.alloc(2 * blockBytes)
}
