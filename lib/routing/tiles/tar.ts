import type { FileHandle } from 'node:fs/promises'

/** Position of a tile within the tar. */
export interface TileExtent {
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
export async function readTileIndex(file: FileHandle): Promise<Map<number, TileExtent>> {
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
export async function readAt(file: FileHandle, offset: number, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size)
  for (let done = 0; done < size; ) {
    const { bytesRead } = await file.read(buffer, done, size - done, offset + done)
    if (bytesRead === 0) throw new Error('the tile archive ends before its content does')
    done += bytesRead
  }
  return buffer
}
