import { minDocIdAt } from '../format/dictionary-value.ts'
import type { KeyCursor } from '../format/key-block.ts'
import { compareKeys } from '../format/keys.ts'

/** A key of the dictionary with the place of its value. */
export interface BestEntry {
  minDocId: number
  key: string
  bytes: Uint8Array
  at: number
}

/** Keeps the entries with the lowest docIds, without decoding the others. */
export class BestEntries {
  readonly #limit: number
  #kept: BestEntry[] = []
  #maxDocId = Number.POSITIVE_INFINITY
  /** Entries offered. */
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
    if (this.#kept.length >= 2 * this.#limit + 16) this.#cut()
  }

  entries(): readonly BestEntry[] {
    this.#cut()
    return this.#kept
  }

  #cut(): void {
    this.#kept.sort((a, b) => a.minDocId - b.minDocId || compareKeys(a.key, b.key))
    this.#kept.length = Math.min(this.#kept.length, this.#limit)
    if (this.#kept.length === this.#limit) this.#maxDocId = this.#kept.at(-1)?.minDocId ?? -1
  }
}
