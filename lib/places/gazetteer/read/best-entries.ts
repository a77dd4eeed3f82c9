import { minDocIdAt } from '../format/dictionary-value.ts'
import type { KeyCursor } from '../format/key-block.ts'
import { compareKeys } from '../format/keys.ts'

/** A dictionary entry whose value is not decoded yet. */
export interface BestEntry {
  /** The lowest docId among the key's postings. */
  minDocId: number
  key: string
  bytes: Uint8Array
  /** Where the value begins in `bytes`. */
  at: number
}

/** The entries with the most important places, those of the lowest docId. Decodes no other part of a value. */
export class BestEntries {
  readonly #limit: number
  #kept: BestEntry[] = []
  /** Entries above this docId cannot be among the best. */
  #maxDocId = Number.POSITIVE_INFINITY
  /** Number of entries offered. */
  seen = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(bytes: Uint8Array, cursor: KeyCursor): void {
    this.seen++
    const at = cursor.valueAt
    const minDocId = minDocIdAt(bytes, at)
    if (minDocId > this.#maxDocId) return
    this.#kept.push({ minDocId, key: cursor.key(), bytes, at })
    // Sorting a batch now and then costs less than keeping the list sorted.
    if (this.#kept.length >= 2 * this.#limit + 16) this.#dropWorst()
  }

  entries(): readonly BestEntry[] {
    this.#dropWorst()
    return this.#kept
  }

  #dropWorst(): void {
    this.#kept.sort((a, b) => a.minDocId - b.minDocId || compareKeys(a.key, b.key))
    this.#kept.length = Math.min(this.#kept.length, this.#limit)
    if (this.#kept.length === this.#limit) this.#maxDocId = this.#kept.at(-1)?.minDocId ?? -1
  }
}
