import { decodeSpelling } from '../format/dictionary-value.ts'
import { KeyBlock } from '../format/key-block.ts'

/** A word of the places' names, with the lowest docId among its places. */
export interface Spelling {
  word: string
  minDocId: number
}

/** Maximum number of letter pairs to cache: a few hundred kilobytes. An alphabet of 30 letters has 900 pairs. */
const maxPairs = 4096

/** All words of the places' names, sorted, in memory. They save looking up words that do not exist. */
export class Spellings {
  readonly block: KeyBlock
  /** First letters of words by the second letter; collected for the first misspelt word. */
  #firstLetters: ReadonlyMap<string, readonly string[]> | undefined
  /** First letters of words by the second and third letter, for pairs that were looked up. */
  readonly #beforePairs = new Map<string, readonly string[]>()

  /** @param bytes An encoded key block. */
  constructor(bytes: Uint8Array) {
    this.block = new KeyBlock(bytes)
  }

  /** Lists the first letters, without numerals, of words that continue with the given two letters. */
  firstLettersBefore(second: string, third: string): readonly string[] {
    const pair = second + third
    const known = this.#beforePairs.get(pair)
    if (known) return known
    this.#firstLetters ??= collectFirstLetters(this.block)
    const letters = (this.#firstLetters.get(second) ?? []).filter((first) =>
      this.#hasPrefix(first + pair),
    )
    if (this.#beforePairs.size < maxPairs) this.#beforePairs.set(pair, letters)
    return letters
  }

  /** Returns whether a word begins with the prefix. */
  #hasPrefix(prefix: string): boolean {
    const start = Buffer.from(prefix)
    const cursor = this.block.from(start)
    return !cursor.done && cursor.startsWith(start)
  }

  has(word: string): boolean {
    return this.block.find(word) >= 0
  }

  /** Looks up a word; undefined if no name contains it. */
  find(word: string): Spelling | undefined {
    const at = this.block.find(word)
    return at < 0 ? undefined : { word, minDocId: decodeSpelling(this.block.bytes, at) }
  }

  /** Lists words with a prefix, lowest docId first. */
  withPrefix(prefix: string, limit: number): Spelling[] {
    const start = Buffer.from(prefix)
    const found: Spelling[] = []
    const cursor = this.block.from(start)
    for (; !cursor.done && cursor.startsWith(start); cursor.next()) {
      const minDocId = decodeSpelling(this.block.bytes, cursor.valueAt)
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

/**
 * Collects the first letters of words by their second letter. Reads only one word for each pair of first and second
 * letter, then jumps to the next pair.
 */
function collectFirstLetters(block: KeyBlock): Map<string, string[]> {
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
