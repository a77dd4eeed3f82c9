import { minDocIdOfWord } from '../format/dictionary-value.ts'
import { KeyBlock } from '../format/key-block.ts'

/** A word of the places' names, and the lowest docId among its places. */
export interface Spelling {
  word: string
  minDocId: number
}

/** Pairs of letters kept, some hundred kilobytes: an alphabet has under 1,000. */
const maxPairs = 4096

/** All words of the places' names, sorted, in memory. So only words that exist are looked up in the dictionary. */
export class Spellings {
  readonly block: KeyBlock
  /** By the second letter of words; collected when the first word is misspelt. */
  #firstLetters: ReadonlyMap<string, readonly string[]> | undefined
  /** By the second and third letter, of the pairs that were asked for. */
  readonly #beforePairs = new Map<string, readonly string[]>()

  /** @param bytes An encoded key block. */
  constructor(bytes: Uint8Array) {
    this.block = new KeyBlock(bytes)
  }

  /** First letters of the words that have these two letters behind it, without numerals. */
  firstLettersBefore(second: string, third: string): readonly string[] {
    const pair = second + third
    const known = this.#beforePairs.get(pair)
    if (known) return known
    this.#firstLetters ??= firstLettersOf(this.block)
    const letters = (this.#firstLetters.get(second) ?? []).filter((first) =>
      this.#begins(first + pair),
    )
    if (this.#beforePairs.size < maxPairs) this.#beforePairs.set(pair, letters)
    return letters
  }

  /** Whether a word begins with a prefix. */
  #begins(prefix: string): boolean {
    const start = Buffer.from(prefix)
    const cursor = this.block.from(start)
    return !cursor.done && cursor.startsWith(start)
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
