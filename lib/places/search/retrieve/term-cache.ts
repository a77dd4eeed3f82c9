import {
  endOfPostings,
  type Gazetteer,
  type Postings,
  type ReadOptions,
  type SimilarOptions,
  type SimilarWord,
  type Term,
} from '#places/gazetteer'
import { pause } from '#platform/concurrency'
import type { QueryTerm } from '../interpret/query-term.ts'
import {
  intersectionOf,
  iterateList,
  iteratePostings,
  type PostingIterator,
} from './posting-iterator.ts'
import { unionOf } from './posting-union.ts'
import { categoryKeys, isNameWord, prefixKeys, wordKeys } from './term-keys.ts'

/** The terms that begin with an unfinished word. */
export interface PrefixExpansion {
  terms: readonly Term[]
  /** The most important places, for a prefix with too many terms. */
  docIds: readonly number[]
  /** Whether `terms` has all of them. */
  complete: boolean
}

/** If all of several words must match, reading a word with at most this many places is enough. */
const maxRareCount = 16

/** The index terms and posting lists that one search has read, each once. */
export class TermCache {
  readonly gazetteer: Gazetteer
  readonly readOptions: ReadOptions
  readonly #terms = new Map<string, Term | undefined>()
  readonly #postings = new Map<string, Postings>()
  readonly #expansions = new Map<string, PrefixExpansion>()
  readonly #findings = new Map<string, Promise<unknown>>()

  constructor(gazetteer: Gazetteer, readOptions: ReadOptions) {
    this.gazetteer = gazetteer
    this.readOptions = readOptions
  }

  /** To call between long steps: lets other work run when the time slice is over. */
  async pause(): Promise<void> {
    await pause(this.readOptions.signal)
  }

  /** Looks up which of the keys are in the index, in one round. */
  async lookUp(keys: Iterable<string>): Promise<void> {
    const unknown = [...new Set(keys)].filter((key) => !this.#terms.has(key))
    if (unknown.length === 0) return
    const terms = await this.gazetteer.terms(unknown, this.readOptions)
    for (const [i, key] of unknown.entries()) this.#terms.set(key, terms[i])
  }

  /** See {@link Gazetteer.similar}. */
  similar(word: string, options: SimilarOptions): Promise<readonly SimilarWord[]> {
    const { edits, prefix = false, limit } = options
    return this.once(`similar ${edits} ${prefix} ${limit} ${word}`, () =>
      this.gazetteer.similar(word, { ...this.readOptions, ...options }),
    )
  }

  /** What was found for a key at first: what is read ahead is often asked for again. */
  once<T>(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#findings.get(key)
    if (known) return known as Promise<T>
    const finding = find()
    this.#findings.set(key, finding)
    return finding
  }

  /** A term that was looked up, if the index has it. */
  term(key: string): Term | undefined {
    return this.#terms.get(key)
  }

  /** Number of places that have a term. */
  countOf(key: string): number {
    return this.#terms.get(key)?.count ?? 0
  }

  add(term: Term): void {
    this.#terms.set(term.key, term)
  }

  /** Adds what a prefix expands to; see {@link prefixKeys}. */
  addExpansion(key: string, expansion: PrefixExpansion): void {
    this.#expansions.set(key, expansion)
    for (const term of expansion.terms) this.add(term)
  }

  /** Looks the keys up and reads all places of their terms: two rounds. */
  async lookUpAndRead(keys: readonly string[]): Promise<void> {
    await this.lookUp(keys)
    await this.read(keys)
  }

  /** Reads all places of the terms, in one round. */
  async read(keys: Iterable<string>): Promise<void> {
    await this.readUntil([...keys].map((key) => [key, endOfPostings]))
  }

  /** Reads each term's places up to its docId, and perhaps more of them, in one round. */
  async readUntil(wants: Iterable<readonly [key: string, untilDocId: number]>): Promise<void> {
    const untilByKey = new Map<string, number>()
    for (const [key, untilDocId] of wants) {
      const known = this.#postings.get(key)
      if (!this.#terms.get(key) || (known && known.horizon >= untilDocId)) continue
      untilByKey.set(key, Math.max(untilDocId, untilByKey.get(key) ?? 0))
    }
    const groups = Map.groupBy(untilByKey, ([, untilDocId]) => untilDocId)
    await Promise.all(
      [...groups].map(async ([untilDocId, entries]) => {
        const terms = entries.map(([key]) => this.#terms.get(key)!)
        const options = { ...this.readOptions, untilDocId }
        const postings = await this.gazetteer.postings(terms, options)
        for (const [i, { key }] of terms.entries()) this.#postings.set(key, postings[i]!)
      }),
    )
  }

  /** Estimated number of places below a docId; a place of several terms counts for each. */
  countBelow(keys: readonly string[], docId: number): number {
    let count = 0
    for (const key of keys) {
      const term = this.#terms.get(key)
      if (term) count += this.gazetteer.countBelow(term, docId)
    }
    return count
  }

  /** Estimated share of all places that have one of the terms. */
  shareOf(keys: readonly string[]): number {
    const count = keys.reduce((sum, key) => sum + this.countOf(key), 0)
    return Math.min(1, count / Math.max(1, this.gazetteer.count))
  }

  /** Maximum number of places that match a query term, and the index terms to read for it. */
  costOf(queryTerm: QueryTerm): { count: number; keys: string[] } {
    const keys: string[] = []
    let count = 0
    for (const { words } of queryTerm.alternatives) {
      const parts = words.map((word) =>
        wordKeys(word, queryTerm.role).filter((key) => this.countOf(key)),
      )
      const counts = parts.map((part) => part.reduce((sum, key) => sum + this.countOf(key), 0))
      if (counts.length === 0 || counts.includes(0)) continue
      const min = Math.min(...counts)
      count += min
      // The few places of a rare word are checked for the other words later.
      keys.push(...(min <= maxRareCount ? parts[counts.indexOf(min)]! : parts.flat()))
    }
    const others = categoryKeys(queryTerm.categories)
    for (const { terms } of this.#expansionsOf(queryTerm)) {
      for (const { key } of terms) others.push(key)
    }
    for (const key of others) {
      const termCount = this.countOf(key)
      if (termCount === 0) continue
      count += termCount
      keys.push(key)
    }
    return { count, keys }
  }

  /** Whether the index keeps a list of the best places of a term's prefix. */
  hasHotPrefix(queryTerm: QueryTerm): boolean {
    if (!queryTerm.prefix) return false
    return (this.#expansions.get(prefixKeys(queryTerm)[0])?.docIds.length ?? 0) > 0
  }

  /** The places of a term, as far as they were read. */
  iterate(key: string, isOwnName: boolean): PostingIterator | undefined {
    const postings = this.#postings.get(key)
    return postings && iteratePostings(postings, isOwnName)
  }

  /** One iterator for each of the terms that was read. */
  iterateEach(keys: readonly string[], isOwnName: boolean): PostingIterator[] {
    const iterators: PostingIterator[] = []
    for (const key of keys) {
      const iterator = this.iterate(key, isOwnName)
      if (iterator) iterators.push(iterator)
    }
    return iterators
  }

  /** Places that are in all lists and have one term of each set; undefined when a set has no places. */
  intersect(
    iterators: readonly PostingIterator[],
    sets: readonly (readonly string[])[],
  ): PostingIterator | undefined {
    const filters = sets.map((set) => this.iterateEach(set, false))
    if (filters.some((each) => each.length === 0)) return undefined
    return intersectionOf([...iterators, ...filters.map(unionOf)], this.readOptions.budget)
  }

  /** The places that match a query term, of the lists that were read; undefined when there are none. */
  iterateTerm(
    queryTerm: QueryTerm,
    isWanted: (key: string) => boolean = () => true,
  ): PostingIterator | undefined {
    const iterators: PostingIterator[] = []
    for (const { words } of queryTerm.alternatives) {
      const parts = words.map((word) =>
        wordKeys(word, queryTerm.role).filter((key) => this.term(key)),
      )
      if (parts.some((keys) => keys.length === 0)) continue
      const read = parts
        .map((keys) =>
          keys.filter(isWanted).flatMap((key) => this.iterateEach([key], isNameWord(key))),
        )
        .filter((part) => part.length > 0)
      if (read.length > 0) iterators.push(intersectionOf(read.map(unionOf)))
    }
    iterators.push(...this.iterateEach(categoryKeys(queryTerm.categories).filter(isWanted), true))
    for (const { key, terms, docIds } of this.#expansionsOf(queryTerm)) {
      const keys = terms.map((term) => term.key).filter(isWanted)
      iterators.push(...this.iterateEach(keys, isNameWord(key)))
      if (docIds.length > 0) iterators.push(iterateList(docIds, true))
    }
    return iterators.length === 0 ? undefined : unionOf(iterators)
  }

  /** What an unfinished query term expands to, in the namespaces of its role. */
  #expansionsOf(queryTerm: QueryTerm): (PrefixExpansion & { key: string })[] {
    if (!queryTerm.prefix) return []
    const [word, context] = prefixKeys(queryTerm)
    return (queryTerm.role === 'name' ? [word] : [word, context]).flatMap((key) => {
      const expansion = this.#expansions.get(key)
      return expansion ? [{ key, ...expansion }] : []
    })
  }
}
