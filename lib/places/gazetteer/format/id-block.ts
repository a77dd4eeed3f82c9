import { ByteReader, ByteWriter } from './bytes.ts'
import { fnv1a } from './fnv.ts'
import { osmId } from './place-codes.ts'
import type { ByteSpan, UnitDecoder } from './unit.ts'

/** Maximum entries of a block, but for entries of one key, which stay together. */
export const idsPerBlock = 2048

/** A place, or the place that a house belongs to. */
export interface IdEntry {
  docId: number
  isHouse: boolean
}

const maxOsmNumber = 2 ** 50

/**
 * The key of an id: four times the number of an OpenStreetMap id plus its prefix code, or four times the
 * hash of any other id. Different ids may share a key.
 */
export function idKey(id: string): number {
  const osm = osmId(id)
  return osm && osm.number < maxOsmNumber ? 4 * osm.number + osm.code : 4 * fnv1a(id)
}

/** Writes entries into a block, by ascending key: keys and then values, each as differences or as they are. */
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

  /** The block; afterwards the writer is empty. */
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

/** The entries of a key in a block, in their order. */
export function entriesOf(block: Uint8Array, firstKey: number, key: number): IdEntry[] {
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

/** A block as the root describes it. */
export interface IdBlockSummary {
  firstKey: number
  /** With the checksum. */
  length: number
}

/** Where the blocks of ids are, by first key. */
export interface IdDirectory {
  firstKeys: Float64Array
  /** Offset of each block in the file, and the end of the last. */
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

/** The block that may have a key; undefined when the key is before the first. */
export function idBlockOf(
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
