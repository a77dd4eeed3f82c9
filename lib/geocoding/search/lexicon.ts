import { type Gazetteer, namespaces, type Postings, type Reading, type Term } from '../gazetteer.ts'
import type { Slot } from './slot.ts'
import { allOf, listStream, type Stream, termStream } from './streams.ts'
import { anyOf } from './union.ts'

/** What a word that may go on could be. */
export interface Beginnings {
  terms: readonly Term[]
  /** Best places of the beginning, where there are too many. */
  ranks: readonly number[]
  /** Whether `terms` are all. */
  complete: boolean
}

/** Places of a term that are read when the best are enough; more than any answer looks at. */
export const mostBrief = 256

/** The terms of the index that a query is about, and their places: each is read once. */
export class Lexicon {
  readonly #gazetteer: Gazetteer
  readonly #reading: Reading
  readonly #terms = new Map<string, Term | undefined>()
  readonly #postings = new Map<string, Postings>()
  readonly #beginnings = new Map<string, Beginnings>()

  constructor(gazetteer: Gazetteer, reading: Reading) {
    this.#gazetteer = gazetteer
    this.#reading = reading
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

  /**
   * Reads the places of the terms, in one round. Of those in `brief` only the best places are wanted,
   * which is enough where nothing else narrows them.
   */
  async read(keys: Iterable<string>, brief: Iterable<string> = []): Promise<void> {
    const whole = new Set(keys)
    const short = [...new Set(brief)].filter((key) => !whole.has(key) && !this.#postings.has(key))
    await Promise.all([
      this.#read([...whole].filter((key) => !this.#postings.get(key)?.complete)),
      this.#read(short, mostBrief),
    ])
  }

  async #read(keys: readonly string[], most?: number): Promise<void> {
    const terms = keys.map((key) => this.#terms.get(key)).filter((term) => term !== undefined)
    if (terms.length === 0) return
    const options = most === undefined ? this.#reading : { ...this.#reading, most }
    const postings = await this.#gazetteer.postings(terms, options)
    terms.forEach(({ key }, i) => {
      this.#postings.set(key, postings[i]!)
    })
  }

  /** A new walk over the places of a term that was read. */
  walk(key: string, own: boolean): Stream | undefined {
    const postings = this.#postings.get(key)
    return postings && termStream(postings.cursor(), postings.count, own)
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
      count += Math.min(...counts)
      keys.push(...parts.flat())
    }
    const others = slot.categories.map((category) => `${namespaces.category}:${category}`)
    if (slot.prefix) {
      for (const beginning of beginningsOf(slot)) {
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
    return (this.#beginnings.get(beginningsOf(slot)[0])?.ranks.length ?? 0) > 0
  }

  /** The places that meet a slot; nothing when there is none. */
  streamOf(slot: Slot): Stream | undefined {
    const streams: Stream[] = []
    const push = (stream: Stream | undefined) => stream && streams.push(stream)
    for (const { words } of slot.alternatives) {
      const parts = words.map((word) => this.#wordStream(word, slot.role))
      if (parts.length > 0 && parts.every((part) => part !== undefined)) push(allOf(parts))
    }
    for (const category of slot.categories) {
      push(this.walk(`${namespaces.category}:${category}`, true))
    }
    if (slot.prefix) {
      for (const beginning of beginningsOf(slot)) {
        const known = this.#beginnings.get(beginning)
        const own = beginning.startsWith(namespaces.word)
        for (const { key } of known?.terms ?? []) push(this.walk(key, own))
        if (known && known.ranks.length > 0) push(listStream(known.ranks, true))
      }
    }
    return streams.length === 0 ? undefined : anyOf(streams)
  }

  #wordStream(word: string, role: Slot['role']): Stream | undefined {
    const own = role === 'where' ? undefined : this.walk(`${namespaces.word}:${word}`, true)
    const context = role === 'name' ? undefined : this.walk(`${namespaces.context}:${word}`, false)
    return own && context ? anyOf([own, context]) : (own ?? context)
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
