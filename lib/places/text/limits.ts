import { chunksOf } from './fold.ts'
import { isSouthEastAsian, scriptRuns } from './script-runs.ts'

/** Letters and digits of a word, at most: the longest name of a place in one word that is in use has 58. */
export const maxWordLetters = 64

/** The same where a run of letters is several words, which only a dictionary tells apart: Thai, Lao, Khmer, Burmese. */
export const maxUnspacedLetters = 200

/** A longer text is not normalised to be counted: no text becomes shorter than a quarter of itself. */
const maxShrinkage = 4

/**
 * Characters of a text after normalisation (NFKC), by which texts are limited: `é` counts as one however it is typed,
 * and one character that stands for a phrase as all of its letters. Of a text that is too long in any case, without.
 */
export function countCharacters(text: string, max: number): number {
  return text.length > maxShrinkage * max ? text.length : text.normalize('NFKC').length
}

/** A word with more letters than words have. */
export interface LongWord {
  letters: number
  max: number
}

const link = /https?:\/\/\S+/g
const letter = /[\p{L}\p{N}\p{M}]/gu

/**
 * The first word of a text with too many letters after normalisation (NFKC), as a search separates words: each Chinese
 * character is one, and so is a run of kana. Links to maps have no words.
 */
export function findLongWord(text: string): LongWord | undefined {
  // NFKC makes words longer, and separates some that are one as typed: `㆖` is a mark there and a character here.
  const normal = text.normalize('NFKC')
  if (normal.length <= maxWordLetters) return undefined
  const typed = text.normalize('NFC')
  return longWordIn(normal) ?? (normal === typed ? undefined : longWordIn(typed))
}

function longWordIn(text: string): LongWord | undefined {
  const words = text.replace(link, ' ')
  for (const chunk of chunksOf(words)) {
    if (chunk.end - chunk.start <= maxWordLetters) continue
    for (const { start, end } of scriptRuns(words, chunk)) {
      if (end - start <= maxWordLetters) continue
      const word = words.slice(start, end)
      const max = isSouthEastAsian(word) ? maxUnspacedLetters : maxWordLetters
      const letters = word.match(letter)?.length ?? 0
      if (letters > max) return { letters, max }
    }
  }
  return undefined
}
