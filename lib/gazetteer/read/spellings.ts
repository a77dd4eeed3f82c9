import { minDocIdOfWord } from '../format/dictionary-value.ts'
import { KeyBlock } from '../format/key-block.ts'

/** A word of the places' names, and the lowest docId among its places. */
export interface Spelling {
  word: string
  minDocId: number
}

/** All words of the places' names, sorted, in memory. So only words that exist are looked up in the dictionary. */
export class Spellings {
  readonly block: KeyBlock
  /** By the second letter of words; collected when the first word is misspelt. */
  #firstLetters: ReadonlyMap<string, readonly string[]> | undefined

  /** @param bytes An encoded key block. */
  constructor(bytes: Uint8Array) {
    this.block = new KeyBlock(bytes)
  }

  /** First letters of the words that have this letter behind it, without numerals. */
  firstLettersBefore(second: string): readonly string[] {
    this.#firstLetters ??= firstLettersOf(this.block)
    return this.#firstLetters.get(second) ?? []
  }

  has(word: string): boolean {
    return this.block.find(word) >= 0
  }

  /** The word, if it is one. */
  find(word: string): Spelling | undefined {
    const at = this.block.find(word)
    return at < 0 ? undefined : { word, minDocId: minDocIdOfWord(this.block.bytes, at) }
  }

  /** Words with a prefix, those of the lowest docIds first. */
  withPrefix(prefix: string, limit: number): Spelling[] {
    const start = Buffer.from(prefix)
    const found: Spelling[] = []
    const cursor = this.block.from(start)
    for (; !cursor.done && cursor.startsWith(start); cursor.next()) {
      const minDocId = minDocIdOfWord(this.block.bytes, cursor.valueAt)
      if (found.length >= limit && minDocId >= found.at(-1)!.minDocId) continue
      found.push({ word: cursor.key(), minDocId })
      found.sort((a, b) => a.minDocId - b.minDocId)
      found.length = Math.min(found.length, limit)
    }
    return found
  }
}

export function isNumeral(character: string): boolean {
  return /\p{N}/u.test(character)
}

/** First letters by the second one, from one word of each pair: names of many scripts have hundreds of pairs. */
function firstLettersOf(block: KeyBlock): Map<string, string[]> {
  const letters = new Map<string, string[]>()
  for (let cursor = block.start(); !cursor.done; ) {
    const [first = '', second] = cursor.key()
    if (second === undefined) cursor.next()
    else {
      const known = letters.get(second) ?? []
      if (!isNumeral(first)) known.push(first)
      letters.set(second, known)
      const beyond = Buffer.from(first + second)
      beyond[beyond.length - 1]!++
      cursor = block.from(beyond)
    }
  }
  return letters
}
