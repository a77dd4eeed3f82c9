import { ByteReader } from '../format/bytes.ts'
import { KeyBlock } from '../format/key-block.ts'
import { compareKeys } from '../format/keys.ts'
import { maxInlineDocIds, pageCounts } from '../format/postings.ts'
import type { PackRoot } from '../format/root.ts'
import { tailNamespace } from '../format/tails.ts'
import type { Term } from '../gazetteer.ts'
import type { ByteSpan, UnitDecoder, UnitStore } from './unit-store.ts'

/** A term that knows where its list is. */
export interface PackTerm extends Term {
  /** The whole list, when it is short. */
  docIds?: readonly number[]
  /** From the beginning of the postings, else. */
  offset: number
  /** Of its pages, in bytes. */
  lengths: readonly number[]
  /** The first docId of each page. */
  firsts: readonly number[]
}

export const dictionaryBlockDecoder: UnitDecoder<KeyBlock> = {
  name: 'a block of the dictionary',
  decode: (bytes) => new KeyBlock(bytes),
  memoryBytes: () => 200,
}

/** So many blocks are read at most for the terms of one prefix. */
export const maxBlocksPerPrefix = 32

/** The sorted terms of a pack, in blocks whose first keys are known. */
export class Dictionary {
  readonly #root: PackRoot
  readonly #units: UnitStore

  constructor(root: PackRoot, units: UnitStore) {
    this.#root = root
    this.#units = units
  }

  async terms(keys: readonly string[], signal?: AbortSignal): Promise<(Term | undefined)[]> {
    const blocks = keys.map((key) => (isTail(key) ? -1 : this.blockOf(key)))
    const spans = this.#spans(blocks.filter((block) => block >= 0))
    const reading = this.#units.get(dictionaryBlockDecoder, spans, signal)
    const read = reading instanceof Promise ? await reading : reading
    let next = 0
    return keys.map((key, i) => {
      if (blocks[i]! < 0) return undefined
      const block = read[next++]!
      const at = block.find(Buffer.from(key))
      return at < 0 ? undefined : termAt(block.bytes, at, key)
    })
  }

  /**
   * Terms of a prefix, best docId first. Over more than 32 blocks only the 32 that have the best docIds
   * are read: terms better than the best docId of the blocks left out are all there, which are at least
   * the first 32.
   */
  async termsFrom(
    prefix: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<{ terms: Term[]; complete: boolean }> {
    if (isTail(prefix)) return { terms: [], complete: true }
    const { kept, complete } = await this.#best(prefix, limit, signal)
    return { terms: kept.map(({ bytes, at, key }) => termAt(bytes, at, key)), complete }
  }

  async #best(prefix: string, limit: number, signal: AbortSignal | undefined) {
    const { minDocIds } = this.#root.dictionary
    let blocks = this.blocksFrom(prefix).filter((block) => this.#isTail(block) === isTail(prefix))
    const all = blocks.length <= maxBlocksPerPrefix
    if (!all) {
      blocks = blocks.sort((a, b) => minDocIds[a]! - minDocIds[b]!).slice(0, maxBlocksPerPrefix)
    }
    const read = await this.blocks(blocks, signal)
    const start = Buffer.from(prefix)
    const best = new BestEntries(limit)
    for (const block of read) {
      for (const cursor = block.from(start); !cursor.done; cursor.next()) {
        if (!cursor.startsWith(start)) break
        best.offer(block.bytes, cursor)
      }
    }
    return { kept: best.entries(), complete: all && best.seen <= limit }
  }

  /** Which letters stand before these tails; those that stand alone are left out. */
  async tails(tails: readonly string[], signal?: AbortSignal): Promise<Tail[]> {
    const keys = tails.map((tail) => `${tailNamespace}:${tail}`)
    const blocks = await this.blocks(
      keys.map((key) => Math.max(0, this.blockOf(key))).filter((block) => this.has(block)),
      signal,
    )
    return blocks.flatMap((block, i) => {
      const at = block.find(Buffer.from(keys[i]!))
      return at < 0 ? [] : [{ tail: tails[i]!, letters: lettersAt(block.bytes, at) }]
    })
  }

  /** Tails that begin so, those of the best words first. */
  async tailsFrom(beginning: string, limit: number, signal?: AbortSignal): Promise<Tail[]> {
    const prefix = `${tailNamespace}:`
    const { kept } = await this.#best(prefix + beginning, limit, signal)
    return kept.map(({ key, bytes, at }) => ({
      tail: key.slice(prefix.length),
      letters: lettersAt(bytes, at),
    }))
  }

  /** The first key of a block, and of the one after, below which all of its keys are. */
  between(block: number): [low: string, high: string | undefined] {
    const { firstKeys } = this.#root.dictionary
    return [firstKeys[block]!, firstKeys[block + 1]]
  }

  has(block: number): boolean {
    return block < this.#root.dictionary.firstKeys.length
  }

  async blocks(numbers: readonly number[], signal?: AbortSignal): Promise<KeyBlock[]> {
    return await this.#units.get(dictionaryBlockDecoder, this.#spans(numbers), signal)
  }

  /** The block where a key is if it is anywhere; -1 when it is before the first. */
  blockOf(key: string): number {
    const { firstKeys } = this.#root.dictionary
    let low = 0
    let high = firstKeys.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareKeys(firstKeys[middle]!, key) <= 0) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** The blocks where keys that begin with the prefix may be. */
  blocksFrom(prefix: string): number[] {
    const { firstKeys } = this.#root.dictionary
    const blocks: number[] = []
    const first = this.blockOf(prefix)
    if (first >= 0) blocks.push(first)
    for (let block = first + 1; block < firstKeys.length; block++) {
      if (!firstKeys[block]!.startsWith(prefix)) break
      blocks.push(block)
    }
    return blocks
  }

  /** A block holds one namespace, and tails are no terms. */
  #isTail(block: number): boolean {
    return isTail(this.#root.dictionary.firstKeys[block]!)
  }

  #spans(blocks: readonly number[]): ByteSpan[] {
    const { offsets } = this.#root.dictionary
    return blocks.map((block) => ({
      offset: offsets[block]!,
      length: offsets[block + 1]! - offsets[block]!,
    }))
  }
}

function isTail(key: string): boolean {
  return key.startsWith(`${tailNamespace}:`)
}

/** The term whose value is at this place of a block. */
export function termAt(bytes: Uint8Array, at: number, key: string): PackTerm {
  const value = new ByteReader(bytes, at)
  const count = value.varint()
  if (count <= maxInlineDocIds) {
    let docId = value.varint()
    const docIds = [docId]
    while (docIds.length < count) {
      docId += value.varint() + 1
      docIds.push(docId)
    }
    return { key, count, minDocId: docIds[0]!, docIds, offset: 0, lengths: [], firsts: [] }
  }
  const minDocId = value.varint()
  const offset = value.varint()
  const lengths = pageCounts(count).map(() => value.varint())
  const firsts = [minDocId]
  while (firsts.length < lengths.length) firsts.push(firsts.at(-1)! + value.varint())
  return { key, count, minDocId, offset, lengths, firsts }
}

/** A tail, and the letters that words have before it. */
export interface Tail {
  tail: string
  letters: string
}

/** The value of a tail: how many letters, the best docId of the words, the letters. */
function lettersAt(bytes: Uint8Array, at: number): string {
  const value = new ByteReader(bytes, at)
  value.varint()
  value.varint()
  return value.text()
}

interface Entry {
  docId: number
  key: string
  bytes: Uint8Array
  at: number
}

/** Keeps the entries of the best docIds without making a term of every one. */
class BestEntries {
  readonly #limit: number
  #kept: Entry[] = []
  #worst = Number.POSITIVE_INFINITY
  seen = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(bytes: Uint8Array, cursor: { valueAt: number; key(): string }): void {
    this.seen++
    const at = cursor.valueAt
    const docId = minDocIdAt(bytes, at)
    if (docId > this.#worst) return
    this.#kept.push({ docId, key: cursor.key(), bytes, at })
    if (this.#kept.length >= 2 * this.#limit + 16) this.#cut()
  }

  entries(): readonly Entry[] {
    this.#cut()
    return this.#kept
  }

  #cut(): void {
    this.#kept.sort((a, b) => a.docId - b.docId || compareKeys(a.key, b.key))
    this.#kept.length = Math.min(this.#kept.length, this.#limit)
    if (this.#kept.length === this.#limit) this.#worst = this.#kept.at(-1)?.docId ?? -1
  }
}

/** The second number of a value, whichever kind it is. */
function minDocIdAt(bytes: Uint8Array, valueAt: number): number {
  let at = valueAt
  while (bytes[at]! >= 0x80) at++
  at++
  let docId = 0
  let scale = 1
  for (;;) {
    const byte = bytes[at++]!
    docId += (byte & 0x7f) * scale
    if (byte < 0x80) return docId
    scale *= 0x80
  }
}
