import { deflateSync } from 'node:zlib'

type Tag = [tag: number, type: 2 | 3 | 4 | 12 | 16, values: number[] | string]

const sizes = { 2: 1, 3: 2, 4: 4, 12: 8, 16: 8 } as const

export interface LargeTiff {
  bytes: Buffer
  /** Height of the sample, metres. */
  at(row: number, column: number): number
}

/**
 * Creates a file with the structure of a large region, without its bulk: all of its many tiles are one of four,
 * and one of the four is not stored at all. The list of tiles precedes them, as in every file for reading by range.
 * The format is 32-bit or 64-bit.
 */
export function largeTiff(options: {
  side: number
  north: number
  west: number
  step: number
  big: boolean
}): LargeTiff {
  const { side, north, west, step, big } = options
  const tileSide = 256
  const across = Math.ceil(side / tileSide)
  const kindOf = (tile: number) => tile % 4
  const height = (kind: number, offset: number) =>
    kind === 3 ? -32768 : 1000 * kind + (offset % tileSide) + 2 * Math.floor(offset / tileSide)
  const packed = [0, 1, 2].map((kind) => {
    const samples = Int16Array.from({ length: tileSide * tileSide }, (_, i) => height(kind, i))
    return deflateSync(Buffer.from(samples.buffer))
  })
  const kinds = Array.from({ length: across * across }, (_, tile) => kindOf(tile))
  const tagsFor = (offsets: number[]): Tag[] => [
    [256, 4, [side]],
    [257, 4, [side]],
    [258, 3, [16]],
    [259, 3, [8]],
    [262, 3, [1]],
    [277, 3, [1]],
    [284, 3, [1]],
    [317, 3, [1]],
    [322, 3, [tileSide]],
    [323, 3, [tileSide]],
    [324, big ? 16 : 4, kinds.map((kind) => offsets[kind] ?? 0)],
    [325, 4, kinds.map((kind) => packed[kind]?.length ?? 0)],
    [339, 3, [2]],
    [33550, 12, [step, step, 0]],
    [33922, 12, [0, 0, 0, west - step / 2, north + step / 2, 0]],
    [34735, 3, [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]],
    [42113, 2, '-32768\0'],
  ]
  const start = big ? 16 : 8
  let position = start + directory(tagsFor([]), start, big).length
  const offsets = packed.map(({ length }) => {
    position += length
    return position - length
  })
  return {
    bytes: Buffer.concat([header(start, big), directory(tagsFor(offsets), start, big), ...packed]),
    at: (row, column) =>
      height(
        kindOf(Math.floor(row / tileSide) * across + Math.floor(column / tileSide)),
        (row % tileSide) * tileSide + (column % tileSide),
      ),
  }
}

function header(directoryAt: number, big: boolean): Buffer {
  if (!big) {
    const bytes = Buffer.from('II*\0\0\0\0\0', 'latin1')
    bytes.writeUInt32LE(directoryAt, 4)
    return bytes
  }
  const bytes = Buffer.from('II+\0\x08\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  bytes.writeBigUInt64LE(BigInt(directoryAt), 8)
  return bytes
}

function directory(tags: Tag[], at: number, big: boolean): Buffer {
  const [countBytes, entryBytes, inlineBytes] = big ? [8, 20, 8] : [2, 12, 4]
  const table = Buffer.alloc(countBytes + tags.length * entryBytes + inlineBytes)
  if (big) table.writeBigUInt64LE(BigInt(tags.length))
  else table.writeUInt16LE(tags.length)
  const behind: Buffer[] = []
  let position = at + table.length
  // Long lists come last, as in files from GDAL.
  const entries = tags.map((tag, i) => ({ tag, i, bytes: encode(tag[1], tag[2]) }))
  entries.sort((a, b) => a.bytes.length - b.bytes.length)
  for (const { tag: one, i, bytes } of entries) {
    const [tag, type, values] = one
    const entry = countBytes + i * entryBytes
    table.writeUInt16LE(tag, entry)
    table.writeUInt16LE(type, entry + 2)
    const value = entry + entryBytes - inlineBytes
    if (big) table.writeBigUInt64LE(BigInt(values.length), entry + 4)
    else table.writeUInt32LE(values.length, entry + 4)
    if (bytes.length <= inlineBytes) bytes.copy(table, value)
    else {
      if (big) table.writeBigUInt64LE(BigInt(position), value)
      else table.writeUInt32LE(position, value)
      behind.push(bytes)
      position += bytes.length
    }
  }
  return Buffer.concat([table, ...behind])
}

function encode(type: Tag[1], values: number[] | string): Buffer {
  if (typeof values === 'string') return Buffer.from(values, 'latin1')
  const bytes = Buffer.alloc(values.length * sizes[type])
  for (const [i, value] of values.entries()) {
    if (type === 3) bytes.writeUInt16LE(value, 2 * i)
    else if (type === 4) bytes.writeUInt32LE(value, 4 * i)
    else if (type === 12) bytes.writeDoubleLE(value, 8 * i)
    else bytes.writeBigUInt64LE(BigInt(value), 8 * i)
  }
  return bytes
}
