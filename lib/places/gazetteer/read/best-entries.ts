import { decodeMinDocId } from '../format/dictionary-value.ts'
import type { KeyCursor } from '../format/key-block.ts'
import { compareKeys } from '../format/keys.ts'

/** A dictionary entry whose value is not decoded yet. */
export interface BestEntry {
  /** Lowest docId in the key's postings. */
  minDocId: number
  key: string
  bytes: Uint8Array
  /** Offset of the value in `bytes`. */
  at: number
}

/** Collects the entries with the lowest docIds, the most important places. Decodes no other part of a value. */
export class BestEntries {
  readonly #limit: number
  #kept: BestEntry[] = []
  /** DocId above which an entry cannot be among the best. */
  #maxDocId = Number.POSITIVE_INFINITY
  /** Number of entries offered. */
  seen = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(bytes: Uint8Array, cursor: KeyCursor): void {
    this.seen++
    const at = cursor.valueAt
    const minDocId = decodeMinDocId(bytes, at)
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
