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
  /** First letters of the words, each once. */
  readonly firstLetters: readonly string[]

  /** @param bytes An encoded key block. */
  constructor(bytes: Uint8Array) {
    this.block = new KeyBlock(bytes)
    this.firstLetters = firstLettersOf(this.block)
  }

  has(word: string): boolean {
    return this.block.find(Buffer.from(word)) >= 0
  }

  /** The word, if it is one. */
  find(word: string): Spelling | undefined {
    const at = this.block.find(Buffer.from(word))
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

function firstLettersOf(block: KeyBlock): string[] {
  const letters: string[] = []
  for (let cursor = block.start(); !cursor.done; ) {
    const codePoint = cursor.key().codePointAt(0)
    if (codePoint === undefined) cursor.next()
    else {
      const letter = String.fromCodePoint(codePoint)
      letters.push(letter)
      const next = Buffer.from(letter)
      next[next.length - 1]!++
      cursor = block.from(next)
    }
  }
  return letters
}
