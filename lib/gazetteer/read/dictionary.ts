import { decodeTailLetters, decodeTerm } from '../format/dictionary-value.ts'
import { KeyBlock } from '../format/key-block.ts'
import { compareKeys, tailNamespace } from '../format/keys.ts'
import type { PackRoot } from '../format/root.ts'
import type { ByteSpan, UnitDecoder } from '../format/unit.ts'
import type { Term } from '../gazetteer.ts'
import { BestEntries, type BestEntry } from './best-entries.ts'
import type { UnitStore } from './unit-store.ts'

/** A word without its first letter, and the first letters of the words with this tail. */
export interface Tail {
  tail: string
  letters: string
}

const blockDecoder: UnitDecoder<KeyBlock> = {
  name: 'a block of the dictionary',
  decode: (bytes) => new KeyBlock(bytes),
  memoryBytes: () => 200,
}

/** Blocks read at most for one prefix. */
const maxBlocksPerPrefix = 32

/** The sorted terms of a pack, in blocks whose first keys are in memory. */
export class Dictionary {
  readonly #root: PackRoot
  readonly #units: UnitStore

  constructor(root: PackRoot, units: UnitStore) {
    this.#root = root
    this.#units = units
  }

  /** The terms of keys, in order; undefined for a key that is absent or no term, as a tail. */
  async terms(keys: readonly string[], signal?: AbortSignal): Promise<(Term | undefined)[]> {
    const blockNumbers = keys.map((key) => (isTail(key) ? -1 : this.#blockOf(key)))
    const spans = this.#spans(blockNumbers.filter((number) => number >= 0))
    const reading = this.#units.get(blockDecoder, spans, signal)
    const blocks = reading instanceof Promise ? await reading : reading
    let nextBlock = 0
    return keys.map((key, i) => {
      if (blockNumbers[i]! < 0) return undefined
      const block = blocks[nextBlock++]!
      const at = block.find(Buffer.from(key))
      return at < 0 ? undefined : decodeTerm(block.bytes, at, key)
    })
  }

  /**
   * Terms of a prefix, lowest docId first. If the prefix has more than 32 blocks, only the 32 with the
   * lowest docIds are read. Each of them has a term at least as good as all terms of the unread blocks, so
   * the first 32 terms are the best.
   */
  async termsFrom(
    prefix: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<{ terms: Term[]; complete: boolean }> {
    if (isTail(prefix)) return { terms: [], complete: true }
    const { entries, complete } = await this.#bestEntries(prefix, limit, signal)
    return { terms: entries.map(({ bytes, at, key }) => decodeTerm(bytes, at, key)), complete }
  }

  async #bestEntries(
    prefix: string,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<{ entries: readonly BestEntry[]; complete: boolean }> {
    const { minDocIds, firstKeys } = this.#root.dictionary
    const all = this.blocksFrom(prefix).filter(
      (block) => isTail(firstKeys[block]!) === isTail(prefix),
    )
    const blockNumbers =
      all.length <= maxBlocksPerPrefix
        ? all
        : all.toSorted((a, b) => minDocIds[a]! - minDocIds[b]!).slice(0, maxBlocksPerPrefix)
    const start = Buffer.from(prefix)
    const best = new BestEntries(limit)
    for (const block of await this.blocks(blockNumbers, signal)) {
      for (const cursor = block.from(start); !cursor.done; cursor.next()) {
        if (!cursor.startsWith(start)) break
        best.offer(block.bytes, cursor)
      }
    }
    const complete = blockNumbers.length === all.length && best.seen <= limit
    return { entries: best.entries(), complete }
  }

  /** Tails that are in the dictionary, with their first letters. */
  async tails(tails: readonly string[], signal?: AbortSignal): Promise<Tail[]> {
    if (this.#root.dictionary.firstKeys.length === 0) return []
    const keys = tails.map((tail) => `${tailNamespace}:${tail}`)
    const blocks = await this.blocks(
      keys.map((key) => Math.max(0, this.#blockOf(key))),
      signal,
    )
    return blocks.flatMap((block, i) => {
      const at = block.find(Buffer.from(keys[i]!))
      return at < 0 ? [] : [{ tail: tails[i]!, letters: decodeTailLetters(block.bytes, at) }]
    })
  }

  /** Tails with a prefix, those of the lowest docIds first. */
  async tailsFrom(prefix: string, limit: number, signal?: AbortSignal): Promise<Tail[]> {
    const namespace = `${tailNamespace}:`
    const { entries } = await this.#bestEntries(namespace + prefix, limit, signal)
    return entries.map(({ key, bytes, at }) => ({
      tail: key.slice(namespace.length),
      letters: decodeTailLetters(bytes, at),
    }))
  }

  /** First key of a block and first key of the next; undefined for the last block. */
  keyRange(block: number): [low: string, high: string | undefined] {
    const { firstKeys } = this.#root.dictionary
    return [firstKeys[block]!, firstKeys[block + 1]]
  }

  async blocks(blockNumbers: readonly number[], signal?: AbortSignal): Promise<KeyBlock[]> {
    return await this.#units.get(blockDecoder, this.#spans(blockNumbers), signal)
  }

  /** The blocks that can hold keys with the prefix. */
  blocksFrom(prefix: string): number[] {
    const { firstKeys } = this.#root.dictionary
    const blocks: number[] = []
    const first = this.#blockOf(prefix)
    if (first >= 0) blocks.push(first)
    for (let block = first + 1; block < firstKeys.length; block++) {
      if (!firstKeys[block]!.startsWith(prefix)) break
      blocks.push(block)
    }
    return blocks
  }

  /** The only block that can hold a key; -1 when the key is before the first. */
  #blockOf(key: string): number {
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
