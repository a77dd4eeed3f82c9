import { splitChunks } from './fold.ts'
import { isSouthEastAsian, splitScriptRuns } from './script-runs.ts'

/** Maximum letters and digits in a word. The longest one-word name of a place in use has 58. */
export const maxWordLetters = 64

/** Maximum letters in a run of several words that only a dictionary separates: Thai, Lao, Khmer, Burmese. */
export const maxUnspacedLetters = 200

/** Largest factor by which normalisation shortens a text. A text longer than its limit times this is not normalised. */
const maxShrinkage = 4

/**
 * Counts the UTF-16 code units of a text after normalisation (NFKC), for comparison with the limit `max`. `é` counts as
 * one however it is typed; a character that stands for a phrase counts as many as the phrase. A text that would be too
 * long even after normalisation is counted as it is.
 */
export function countCharacters(text: string, max: number): number {
  return text.length > maxShrinkage * max ? text.length : text.normalize('NFKC').length
}

/** A word with more letters than allowed. */
export interface LongWord {
  letters: number
  max: number
}

const link = /https?:\/\/\S+/g
const letter = /[\p{L}\p{N}\p{M}]/gu

/**
 * Finds the first word of a text with too many letters after normalisation (NFKC). Words are separated as in a search:
 * each Chinese character is a word, and so is a run of kana. Links contain no words.
 */
export function findLongWord(text: string): LongWord | undefined {
  // NFKC lengthens some words and splits others that are one word as typed: `㆖`, a mark, becomes a Chinese character.
  const normal = text.normalize('NFKC')
  if (normal.length <= maxWordLetters) return undefined
  const typed = text.normalize('NFC')
  return findLongWordIn(normal) ?? (normal === typed ? undefined : findLongWordIn(typed))
}

function findLongWordIn(text: string): LongWord | undefined {
  const words = text.replace(link, ' ')
  for (const chunk of splitChunks(words)) {
    if (chunk.end - chunk.start <= maxWordLetters) continue
    for (const { start, end } of splitScriptRuns(words, chunk)) {
      if (end - start <= maxWordLetters) continue
      const word = words.slice(start, end)
      const max = isSouthEastAsian(word) ? maxUnspacedLetters : maxWordLetters
      const letters = word.match(letter)?.length ?? 0
      if (letters > max) return { letters, max }
    }
  }
  return undefined
}
