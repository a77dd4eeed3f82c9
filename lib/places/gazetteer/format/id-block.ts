import { ByteReader, ByteWriter } from './bytes.ts'
import { hashFnv1a } from './fnv.ts'
import { parseOsmId } from './place-codes.ts'
import type { ByteSpan, UnitDecoder } from './unit.ts'

/** Maximum number of entries in a block. Entries of one key stay together, even beyond the maximum. */
export const idsPerBlock = 2048

/** An entry for the id of a place, or of a house that belongs to the place. */
export interface IdEntry {
  docId: number
  isHouse: boolean
}

const maxOsmNumber = 2 ** 50

/**
 * Computes the key of an id: four times the number of an OpenStreetMap id plus its prefix code, or four times
 * the hash of any other id. Different ids may share a key.
 */
export function computeIdKey(id: string): number {
  const osm = parseOsmId(id)
  return osm && osm.number < maxOsmNumber ? 4 * osm.number + osm.code : 4 * hashFnv1a(id)
}

/** Writes entries by ascending key into a block: each key as the difference to the previous one, then its value. */
export class IdBlockWriter {
  readonly #out = new ByteWriter()
  #lastKey = 0
  firstKey = 0
  count = 0

  get lastKey(): number {
    return this.#lastKey
  }

  add(key: number, { docId, isHouse }: IdEntry): void {
    if (this.count === 0) {
      this.firstKey = key
      this.#lastKey = key
    }
    this.#out.varint(key - this.#lastKey)
    this.#out.varint(2 * docId + Number(isHouse))
    this.#lastKey = key
    this.count++
  }

  /** Returns the block and empties the writer. */
  take(): Buffer {
    this.count = 0
    return this.#out.take()
  }
}

export const idBlockDecoder: UnitDecoder<Uint8Array> = {
  name: 'a block of ids',
  decode: (bytes) => bytes,
  memoryBytes: () => 100,
}

/** Returns the entries of a key in a block, in their order. */
export function findIdEntries(block: Uint8Array, firstKey: number, key: number): IdEntry[] {
  const entries: IdEntry[] = []
  const from = new ByteReader(block)
  for (let at = firstKey; from.at < block.length; ) {
    at += from.varint()
    if (at > key) break
    const value = from.varint()
    if (at === key) entries.push({ docId: Math.floor(value / 2), isHouse: value % 2 === 1 })
  }
  return entries
}

/** Summary of a block in the root. */
export interface IdBlockSummary {
  firstKey: number
  /** Length in bytes, with the checksum. */
  length: number
}

/** Locations of the blocks of ids, by first key. */
export interface IdDirectory {
  firstKeys: Float64Array
  /** Offset of each block in the file, then the end of the last block. */
  offsets: Float64Array
}

export function writeIdDirectory(out: ByteWriter, blocks: readonly IdBlockSummary[]): void {
  out.varint(blocks.length)
  let previous = 0
  for (const { firstKey, length } of blocks) {
    out.varint(firstKey - previous)
    out.varint(length)
    previous = firstKey
  }
}

export function readIdDirectory(from: ByteReader, sectionOffset: number): IdDirectory {
  const count = from.varint()
  const firstKeys = new Float64Array(count)
  const offsets = new Float64Array(count + 1)
  offsets[0] = sectionOffset
  for (let i = 0; i < count; i++) {
    firstKeys[i] = (firstKeys[i - 1] ?? 0) + from.varint()
    offsets[i + 1] = offsets[i]! + from.varint()
  }
  return { firstKeys, offsets }
}

/** Finds the block that can contain a key; undefined when the key is before the first. */
export function findIdBlock(
  { firstKeys, offsets }: IdDirectory,
  key: number,
): { firstKey: number; span: ByteSpan } | undefined {
  let low = 0
  let high = firstKeys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (firstKeys[middle]! <= key) low = middle + 1
    else high = middle
  }
  if (low === 0) return undefined
  const offset = offsets[low - 1]!
  return { firstKey: firstKeys[low - 1]!, span: { offset, length: offsets[low]! - offset } }
}
