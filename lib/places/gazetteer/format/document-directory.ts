import { ByteReader, type ByteWriter, decompress } from './bytes.ts'
import type { UnitDecoder } from './unit.ts'

/** Lengths of a block of places and of its places' houses, bytes with the checksums. */
export interface DocumentBlockSummary {
  length: number
  housesLength: number
}

/** Byte offsets of the blocks of places and of their houses. */
export interface DocumentDirectory {
  /** Offset of each block of places, then the end of the last block. */
  documents: Float64Array
  /** Offset of the first house of each block of places, then the end of the last house. */
  houses: Float64Array
}

/** Encodes {@link DocumentDirectory}. */
export function writeDirectory(out: ByteWriter, blocks: readonly DocumentBlockSummary[]): void {
  out.varint(blocks.length)
  for (const { length } of blocks) out.varint(length)
  for (const { housesLength } of blocks) out.varint(housesLength)
}

/** @param start Offsets at which the two sections begin. */
export function readDirectory(
  from: ByteReader,
  start: { documents: number; houses: number },
): DocumentDirectory {
  const blocks = from.varint()
  return {
    documents: readOffsets(from, blocks, start.documents),
    houses: readOffsets(from, blocks, start.houses),
  }
}

function readOffsets(from: ByteReader, count: number, start: number): Float64Array {
  const offsets = new Float64Array(count + 1)
  offsets[0] = start
  for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i]! + from.varint()
  return offsets
}

/** Decodes the directory of a shard, which is a separate unit. Offsets count from the start of each section. */
export const directoryDecoder: UnitDecoder<DocumentDirectory> = {
  name: 'the directory of a shard',
  decode: (bytes) => readDirectory(new ByteReader(decompress(bytes)), { documents: 0, houses: 0 }),
  memoryBytes: ({ documents, houses }) => 200 + documents.byteLength + houses.byteLength,
  detached: true,
}
