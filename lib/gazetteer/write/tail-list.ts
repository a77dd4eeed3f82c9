import { compareKeys } from '../format/keys.ts'
import { tailNamespace, tailOf } from '../format/tails.ts'
import type { DictionaryWriter, TailWords } from './dictionary-writer.ts'

/** The tails of the words of a pack. */
export class TailList {
  readonly #tails = new Map<string, TailWords>()

  /** @param docId The best of the word's. */
  add(word: string, docId: number): void {
    const parts = tailOf(word)
    if (!parts) return
    const known = this.#tails.get(parts.tail)
    if (known) {
      known.letters.push(parts.first)
      known.minDocId = Math.min(known.minDocId, docId)
    } else this.#tails.set(parts.tail, { letters: [parts.first], minDocId: docId })
  }

  /** Their namespace is the last of all, so they follow the terms. */
  write(dictionary: DictionaryWriter): void {
    for (const tail of [...this.#tails.keys()].sort(compareKeys)) {
      dictionary.addTail(`${tailNamespace}:${tail}`, this.#tails.get(tail)!)
    }
  }
}
