import { type FileHandle, open } from 'node:fs/promises'
import { unavailable } from '#platform/errors'
import { emptySummary, readSomeRoad, summarizeTile, type TileSummary } from '#routing/tile-archive'
import { TileSet } from './tile-set.ts'

/** Position of a tile within the tar. */
interface TileExtent {
  offset: number
  size: number
}

const blockBytes = 512
const entryBytes = 16

/**
 * Reads the index at the start of a `routing.tar`: the extent of each tile, by tile id (`level | index << 3`).
 * Entries are 16 bytes, little endian: offset (8), tile id (4), size (4).
 *
 * Throws `Error` when the file does not begin with `index.bin`.
 */
async function readTileIndex(file: FileHandle): Promise<Map<number, TileExtent>> {
  const header = await readAt(file, 0, blockBytes)
  const text = (from: number, length: number) =>
    header.toString('latin1', from, from + length).split('\0')[0]!
  if (text(0, 100) !== 'index.bin') throw new Error('the tile archive has no index.bin first')
  const size = Number.parseInt(text(124, 12).trim(), 8)
  if (!(size >= 0) || size % entryBytes !== 0) throw new Error('index.bin of the tiles is damaged')
  const index = await readAt(file, blockBytes, size)
  const extents = new Map<number, TileExtent>()
  for (let at = 0; at < size; at += entryBytes) {
    extents.set(index.readUInt32LE(at + 8), {
      offset: Number(index.readBigUInt64LE(at)),
      size: index.readUInt32LE(at + 12),
    })
  }
  return extents
}

/** Reads exactly `size` bytes. Throws `Error` when the file is shorter. */
async function readAt(file: FileHandle, offset: number, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size)
  for (let done = 0; done < size; ) {
    const { bytesRead } = await file.read(buffer, done, size - done, offset + done)
    if (bytesRead === 0) throw new Error('the tile archive ends before its content does')
    done += bytesRead
  }
  return buffer
}

/**
 * Opens the tiles of a `routing.tar`. Throws `service_unavailable` when it cannot be read.
 *
 * @param intact Checked after each read: throws when the file has changed since it was verified.
 */
export async function openTileSet(
  path: string,
  intact?: { assertIntact(): void },
): Promise<TileSet> {
  const file = await open(path).catch((cause) => {
    throw unavailable(cause, 'The routing data cannot be read. Please try again.')
  })
  try {
    const extents = await readTileIndex(file)
    const read = async (id: number): Promise<Buffer | undefined> => {
      const extent = extents.get(id)
      if (!extent) return undefined
      const reading = readAt(file, extent.offset, extent.size)
      return await reading.finally(() => intact?.assertIntact())
    }
    const summary = async (id: number): Promise<TileSummary> => {
      const tile = await read(id)
      return tile ? summarizeTile(tile) : emptySummary
    }
    const road = async (id: number) => {
      const tile = await read(id)
      return tile && readSomeRoad(tile)
    }
    return new TileSet({
      ids: () => extents.keys(),
      has: (id) => extents.has(id),
      summaries: (ids) => Promise.all(ids.map(summary)),
      road,
    })
  } catch (cause) {
    await file.close()
    throw unavailable(cause, 'The routing data cannot be read. Please try again.')
  }
}
