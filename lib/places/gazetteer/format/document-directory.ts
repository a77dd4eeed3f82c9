import { ByteReader, type ByteWriter, decompressed } from './bytes.ts'
import type { UnitDecoder } from './unit.ts'

/** Bytes of a block of places and of its places' houses, with the checksums. */
export interface DocumentBlockSummary {
  length: number
  housesLength: number
}

/** Where the blocks of places and their houses are. */
export interface DocumentDirectory {
  /** Offset of each block of places, and the end of the last. */
  documents: Float64Array
  /** Offset of the first house of each block of places, and the end of the last. */
  houses: Float64Array
}

/** Encodes {@link DocumentDirectory}. */
export function writeDirectory(out: ByteWriter, blocks: readonly DocumentBlockSummary[]): void {
  out.varint(blocks.length)
  for (const { length } of blocks) out.varint(length)
  for (const { housesLength } of blocks) out.varint(housesLength)
}

/** @param start Where the sections begin. */
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

/** Of a shard, whose directory is a unit of its own. Offsets count from the start of each section. */
export const directoryDecoder: UnitDecoder<DocumentDirectory> = {
  name: 'the directory of a shard',
  decode: (bytes) =>
    readDirectory(new ByteReader(decompressed(bytes)), { documents: 0, houses: 0 }),
  memoryBytes: ({ documents, houses }) => 200 + documents.byteLength + houses.byteLength,
  detached: true,
}
