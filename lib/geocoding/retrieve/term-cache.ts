import { pause } from '../../concurrency/index.ts'
import type { WorkBudget } from '../../gazetteer/index.ts'
import {
  endOfPostings,
  type Gazetteer,
  namespaces,
  type Postings,
  type ReadOptions,
  type Term,
} from '../../gazetteer/index.ts'
import type { Slot } from '../interpret/query-term.ts'
import { allOf, listStream, type Stream, termStream } from './posting-iterator.ts'
import { anyOf } from './posting-union.ts'

/** What a word that may go on could be. */
export interface Beginnings {
  terms: readonly Term[]
  /** Best places of the beginning, where there are too many. */
  docIds: readonly number[]
  /** Whether `terms` are all. */
  complete: boolean
}

/** Of words that only count together, one that so few places have is enough to find them. */
const rarePart = 16

/** The terms of the index that a query is about, and their places: each is read once. */
export class Lexicon {
  readonly #gazetteer: Gazetteer
  readonly #reading: ReadOptions
  readonly #terms = new Map<string, Term | undefined>()
  readonly #postings = new Map<string, Postings>()
  readonly #beginnings = new Map<string, Beginnings>()

  constructor(gazetteer: Gazetteer, reading: ReadOptions) {
    this.#gazetteer = gazetteer
    this.#reading = reading
  }

  /** What may still be done for the text. */
  get budget(): WorkBudget | undefined {
    return this.#reading.budget
  }

  /** Between long steps: lets others run when the time slice is over. */
  async pause(): Promise<void> {
    await pause(this.#reading.signal)
  }

  /** Looks the keys up, in one round. */
  async look(keys: Iterable<string>): Promise<void> {
    const unknown = [...new Set(keys)].filter((key) => !this.#terms.has(key))
    if (unknown.length === 0) return
    const terms = await this.#gazetteer.terms(unknown, this.#reading)
    unknown.forEach((key, i) => {
      this.#terms.set(key, terms[i])
    })
  }

  /** A term that was looked up, where the index has it. */
  term(key: string): Term | undefined {
    return this.#terms.get(key)
  }

  add(term: Term): void {
    this.#terms.set(term.key, term)
  }

  /** Keeps what a beginning in a namespace may be; {@link streamOf} finds it by the slot's text. */
  begin(key: string, beginnings: Beginnings): void {
    this.#beginnings.set(key, beginnings)
    for (const term of beginnings.terms) this.add(term)
  }

  /** Reads all places of the terms, in one round. */
  async read(keys: Iterable<string>): Promise<void> {
    await this.readUntil([...keys].map((key) => [key, endOfPostings]))
  }

  /** Reads each term's places up to its docId, and perhaps more of them, in one round. */
  async readUntil(wants: Iterable<readonly [key: string, untilDocId: number]>): Promise<void> {
    const most = new Map<string, number>()
    for (const [key, untilDocId] of wants) {
      const known = this.#postings.get(key)
      if (!this.#terms.get(key) || (known && known.horizon >= untilDocId)) continue
      most.set(key, Math.max(untilDocId, most.get(key) ?? 0))
    }
    const groups = new Map<number, string[]>()
    for (const [key, untilDocId] of most)
      groups.set(untilDocId, [...(groups.get(untilDocId) ?? []), key])
    await Promise.all([...groups].map(([untilDocId, keys]) => this.#read(keys, untilDocId)))
  }

  async #read(keys: readonly string[], untilDocId: number): Promise<void> {
    const terms = keys.map((key) => this.#terms.get(key)!)
    const postings = await this.#gazetteer.postings(terms, { ...this.#reading, untilDocId })
    terms.forEach(({ key }, i) => {
      this.#postings.set(key, postings[i]!)
    })
  }

  /** About how many places of the terms have a docId below this; a place of several terms counts for each. */
  countBelow(keys: readonly string[], docId: number): number {
    let count = 0
    for (const key of keys) {
      const term = this.#terms.get(key)
      if (term) count += this.#gazetteer.countBelow(term, docId)
    }
    return count
  }

  /** A new walk over the places of a term, as far as they were read. */
  walk(key: string, own: boolean): Stream | undefined {
    const postings = this.#postings.get(key)
    return postings && termStream(postings, own)
  }

  /** Places there are. */
  get size(): number {
    return this.#gazetteer.count
  }

  /** About which share of all places has one of the terms. */
  shareOf(keys: readonly string[]): number {
    const count = keys.reduce((sum, key) => sum + (this.#terms.get(key)?.count ?? 0), 0)
    return Math.min(1, count / Math.max(1, this.size))
  }

  /** How many places a slot may have at most; what is to be read for it. */
  costOf(slot: Slot): { count: number; keys: string[] } {
    const keys: string[] = []
    let count = 0
    const countOf = (key: string) => this.#terms.get(key)?.count ?? 0
    for (const { words } of slot.alternatives) {
      const parts = words.map((word) => wordKeys(word, slot.role).filter(countOf))
      const counts = parts.map((part) => part.reduce((sum, key) => sum + countOf(key), 0))
      if (counts.length === 0 || counts.includes(0)) continue
      const least = Math.min(...counts)
      count += least
      // Few places have the rare part, and their records tell about the others.
      keys.push(...(least <= rarePart ? parts[counts.indexOf(least)]! : parts.flat()))
    }
    const others = slot.categories.map((category) => `${namespaces.category}:${category}`)
    if (slot.prefix) {
      const [word, context] = beginningsOf(slot)
      for (const beginning of slot.role === 'name' ? [word] : [word, context]) {
        for (const { key } of this.#beginnings.get(beginning)?.terms ?? []) others.push(key)
      }
    }
    for (const key of others.filter(countOf)) {
      count += countOf(key)
      keys.push(key)
    }
    return { count, keys }
  }

  /** Whether the best places of what a slot may begin are listed. */
  isListed(slot: Slot): boolean {
    if (!slot.prefix) return false
    return (this.#beginnings.get(beginningsOf(slot)[0])?.docIds.length ?? 0) > 0
  }

  /** The places that meet a slot by what was read of the terms; nothing when there is none. */
  streamOf(slot: Slot, isWanted: (key: string) => boolean = () => true): Stream | undefined {
    const streams: Stream[] = []
    const walk = (key: string, own: boolean) => {
      const stream = isWanted(key) ? this.walk(key, own) : undefined
      if (stream) streams.push(stream)
    }
    for (const { words } of slot.alternatives) {
      const parts = words.map((word) => wordKeys(word, slot.role).filter((key) => this.term(key)))
      if (parts.some((keys) => keys.length === 0)) continue
      const walks = parts.map((keys) => keys.filter(isWanted).flatMap((key) => this.#walkWord(key)))
      const read = walks.filter((part) => part.length > 0)
      if (read.length > 0) streams.push(allOf(read.map(anyOf)))
    }
    for (const category of slot.categories) walk(`${namespaces.category}:${category}`, true)
    for (const beginning of slot.prefix ? beginningsOf(slot) : []) {
      const own = beginning.startsWith(namespaces.word)
      if (!own && slot.role === 'name') continue
      const known = this.#beginnings.get(beginning)
      for (const { key } of known?.terms ?? []) walk(key, own)
      if (known && known.docIds.length > 0) streams.push(listStream(known.docIds, true))
    }
    return streams.length === 0 ? undefined : anyOf(streams)
  }

  #walkWord(key: string): Stream[] {
    const stream = this.walk(key, key.startsWith(namespaces.word))
    return stream ? [stream] : []
  }
}

/** Keys of a slot's terms, those of its beginnings left out. */
export function keysOf({ alternatives, categories, role }: Slot): string[] {
  const keys: string[] = []
  for (const { words } of alternatives) {
    for (const word of words) keys.push(...wordKeys(word, role))
  }
  for (const category of categories) keys.push(`${namespaces.category}:${category}`)
  return keys
}

function wordKeys(word: string, role: Slot['role']): string[] {
  const keys: string[] = []
  if (role !== 'where') keys.push(`${namespaces.word}:${word}`)
  if (role !== 'name') keys.push(`${namespaces.context}:${word}`)
  return keys
}

/** Under what keys the beginnings of a slot are kept. */
export function beginningsOf({ text }: Slot): [word: string, context: string] {
  return [`${namespaces.word}:${text}`, `${namespaces.context}:${text}`]
}
