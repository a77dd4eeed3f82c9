import { decodeTerm, type PackTerm } from '../format/dictionary-value.ts'
import { KeyBlock } from '../format/key-block.ts'
import { compareKeys } from '../format/keys.ts'
import type { PackRoot } from '../format/root.ts'
import type { ByteSpan, UnitDecoder } from '../format/unit.ts'
import { namespaces } from '../gazetteer.ts'
import { BestEntries } from './best-entries.ts'
import type { Spellings } from './spellings.ts'
import type { UnitStore } from './unit-store.ts'

const blockDecoder: UnitDecoder<KeyBlock> = {
  name: 'a block of the dictionary',
  decode: (bytes) => new KeyBlock(bytes),
  memoryBytes: () => 200,
}

const wordPrefix = `${namespaces.word}:`

/** Maximum number of blocks read for one prefix. */
const maxBlocksPerPrefix = 32

/** Looks up the sorted terms of a pack, in blocks whose first keys are in memory. */
export class Dictionary {
  readonly #root: PackRoot
  readonly #units: UnitStore
  readonly #spellings: Spellings

  constructor(root: PackRoot, spellings: Spellings, units: UnitStore) {
    this.#root = root
    this.#spellings = spellings
    this.#units = units
  }

  /** Returns the terms of keys, in order; undefined for an absent key. */
  async terms(keys: readonly string[], signal?: AbortSignal): Promise<(PackTerm | undefined)[]> {
    const blockNumbers = keys.map((key) => (this.#canContain(key) ? this.#findBlock(key) : -1))
    const spans = this.#locateBlocks(blockNumbers.filter((number) => number >= 0))
    const reading = this.#units.get(blockDecoder, spans, signal)
    const blocks = reading instanceof Promise ? await reading : reading
    let nextBlock = 0
    return keys.map((key, i) => {
      if (blockNumbers[i]! < 0) return undefined
      const block = blocks[nextBlock++]!
      const at = block.find(key)
      return at < 0 ? undefined : decodeTerm(block.bytes, at, { key, isRouter: this.#isRouter })
    })
  }

  /**
   * Lists terms with a prefix, lowest docId first. If the prefix spans more than 32 blocks, only the 32 with the
   * lowest docIds are read. Each of these contains a term at least as good as all terms of the unread blocks, so
   * the first 32 terms are the best.
   */
  async termsFrom(
    prefix: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<{ terms: PackTerm[]; complete: boolean }> {
    const { minDocIds } = this.#root.dictionary
    const all = this.#listBlocks(prefix)
    const blockNumbers =
      all.length <= maxBlocksPerPrefix
        ? all
        : all.toSorted((a, b) => minDocIds[a]! - minDocIds[b]!).slice(0, maxBlocksPerPrefix)
    const start = Buffer.from(prefix)
    const best = new BestEntries(limit)
    for (const block of await this.#units.get(
      blockDecoder,
      this.#locateBlocks(blockNumbers),
      signal,
    )) {
      for (const cursor = block.from(start); !cursor.done; cursor.next()) {
        if (!cursor.startsWith(start)) break
        best.offer(block.bytes, cursor)
      }
    }
    const complete = blockNumbers.length === all.length && best.seen <= limit
    const isRouter = this.#isRouter
    const terms = best
      .entries()
      .map(({ bytes, at, key }) => decodeTerm(bytes, at, { key, isRouter }))
    return { terms, complete }
  }

  /** Lists the blocks that can contain keys with the prefix. */
  #listBlocks(prefix: string): number[] {
    const { firstKeys } = this.#root.dictionary
    const blocks: number[] = []
    const first = this.#findBlock(prefix)
    if (first >= 0) blocks.push(first)
    for (let block = first + 1; block < firstKeys.length; block++) {
      if (!firstKeys[block]!.startsWith(prefix)) break
      blocks.push(block)
    }
    return blocks
  }

  /** Returns false for a word that is absent from the spellings, so that its block need not be read. */
  #canContain(key: string): boolean {
    return !key.startsWith(wordPrefix) || this.#spellings.has(key.slice(wordPrefix.length))
  }

  get #isRouter(): boolean {
    return this.#root.shardList !== undefined
  }

  /** Finds the only block that can contain a key; -1 when the key is before the first. */
  #findBlock(key: string): number {
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

  #locateBlocks(blocks: readonly number[]): ByteSpan[] {
    const { offsets } = this.#root.dictionary
    return blocks.map((block) => ({
      offset: offsets[block]!,
      length: offsets[block + 1]! - offsets[block]!,
    }))
  }
}
