import { hotDocIds } from '../format/layout.ts'
import { namespaces } from '../gazetteer.ts'

/** Minimum number of postings under a hot prefix. */
export interface HotThresholds {
  /** Minimum for prefixes of one to three characters. */
  short: number
  /** Minimum for longer prefixes. */
  long: number
}

export const defaultThresholds: HotThresholds = { short: 65, long: 2001 }

const maxShortLength = 3
/** Maximum length of a hot prefix, characters. Longer prefixes are rare enough for an ordinary look-up. */
const maxLength = 40

export interface HotList {
  /** Prefix with its namespace. */
  prefix: string
  docIds: Uint32Array
}

/** Collects the best places of each hot prefix from the sorted terms. */
export class HotPrefixes {
  readonly #thresholds: HotThresholds
  /** Prefixes of the last term, shortest first. */
  readonly #open: OpenPrefix[] = []
  #depth = 0
  #latest: string[] = []
  #namespace = ''
  readonly #found: HotList[] = []

  constructor(thresholds: HotThresholds) {
    this.#thresholds = thresholds
  }

  /** @param docIds Ascending. */
  add(key: string, docIds: Uint32Array): void {
    const colon = key.indexOf(':')
    const namespace = key.slice(0, colon)
    if (namespace !== namespaces.word && namespace !== namespaces.name) return
    const characters = [...key.slice(colon + 1)].slice(0, maxLength)
    let shared = 0
    if (namespace === this.#namespace) {
      while (shared < this.#depth && characters[shared] === this.#latest[shared]) shared++
    }
    this.#close(shared)
    this.#namespace = namespace
    this.#latest = characters
    for (; this.#depth < characters.length; this.#depth++) {
      this.#open[this.#depth] ??= new OpenPrefix()
      this.#open[this.#depth]!.clear()
    }
    for (let depth = 0; depth < this.#depth; depth++) this.#open[depth]!.add(docIds)
  }

  /** Returns the lists of all hot prefixes. Call it after the last term. */
  lists(): HotList[] {
    this.#close(0)
    return this.#found
  }

  #close(depth: number): void {
    while (this.#depth > depth) {
      const length = this.#depth--
      const open = this.#open[length - 1]!
      const minPostings = length <= maxShortLength ? this.#thresholds.short : this.#thresholds.long
      if (open.postings < minPostings) continue
      const prefix = `${this.#namespace}:${this.#latest.slice(0, length).join('')}`
      this.#found.push({ prefix, docIds: open.best() })
    }
  }
}

/** Collects the lowest docIds under a prefix. */
class OpenPrefix {
  postings = 0
  readonly #docIds = new Uint32Array(hotDocIds)
  #count = 0

  clear(): void {
    this.postings = 0
    this.#count = 0
  }

  add(docIds: Uint32Array): void {
    this.postings += docIds.length
    const kept = this.#docIds
    for (const docId of docIds) {
      if (this.#count === hotDocIds && docId >= kept[hotDocIds - 1]!) return
      let low = 0
      let high = this.#count
      while (low < high) {
        const middle = (low + high) >> 1
        if (kept[middle]! < docId) low = middle + 1
        else high = middle
      }
      if (low < this.#count && kept[low] === docId) continue
      const last = Math.min(this.#count, hotDocIds - 1)
      kept.copyWithin(low + 1, low, last)
      kept[low] = docId
      this.#count = last + 1
    }
  }

  best(): Uint32Array {
    return this.#docIds.slice(0, this.#count)
  }
}
