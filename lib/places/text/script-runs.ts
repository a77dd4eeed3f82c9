import type { TextRange } from './fold.ts'

/** First code unit of scripts written without blanks. */
const firstUnspaced = 0x0e00

const east =
  /\p{sc=Han}|[\p{sc=Hiragana}\u30fc\u3099\u309a]+|[\p{sc=Katakana}\u30fc\u3099\u309a\uff9e\uff9f]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu

/** Scripts whose words only a dictionary separates. */
const southEast = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Splits a chunk into single Chinese characters, runs of hiragana or of katakana, and other runs. */
export function* splitScriptRuns(text: string, chunk: TextRange): Generator<TextRange> {
  const raw = text.slice(chunk.start, chunk.end)
  if (!isUnspaced(raw)) {
    yield chunk
    return
  }
  for (const match of raw.matchAll(east)) {
    const start = chunk.start + match.index
    yield { start, end: start + match[0].length }
  }
}

/** Returns whether a text may contain letters of a script written without blanks. */
export function isUnspaced(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= firstUnspaced) return true
  }
  return false
}

/** Returns whether a text contains Thai, Lao, Khmer or Burmese letters. */
export function isSouthEastAsian(text: string): boolean {
  return isUnspaced(text) && southEast.test(text)
}
