import { isStopWord } from '../../text/index.ts'

/** Only a stop word may be shorter: the `y` of `solymuntanya`. */
const minPartLetters = 2
const maxPartLetters = 24
const maxLetters = 40
const maxParts = 5
const maxSplits = 6

const allDigits = /^\d+$/

/** Beginnings of a text that may be words; the index must say which are. */
export function firstParts(text: string): string[] {
  return wordParts(possibleParts([...text]).slice(0, 1))
}

/** Parts that may be words and start after the shortest beginning that is a word. */
export function laterParts(text: string, isWord: (part: string) => boolean): string[] {
  const partsByStart = possibleParts([...text])
  const end = (partsByStart[0] ?? []).findIndex(
    (part) => part !== undefined && (allDigits.test(part) || isWord(part)),
  )
  return end < 0 ? [] : wordParts(partsByStart.slice(end))
}

/** The parts that are not numbers. */
function wordParts(partsByStart: readonly (readonly (string | undefined)[])[]): string[] {
  return partsByStart
    .flat()
    .filter((part) => part !== undefined && !allDigits.test(part)) as string[]
}

/**
 * Splits a text into known words, in at most 6 ways of at most 5 parts, the fewest parts first. A run of
 * digits (`sierra2`) is always one part.
 */
export function splitsOf(text: string, isWord: (part: string) => boolean): string[][] {
  const letters = [...text]
  const partsByStart = possibleParts(letters)
  // Dynamic programming: the best splits of the letters before each position.
  const splits: string[][][] = Array.from({ length: letters.length + 1 }, () => [])
  splits[0] = [[]]
  for (let to = 1; to <= letters.length; to++) {
    const splitsHere = splits[to]!
    for (let from = Math.max(0, to - maxPartLetters); from < to; from++) {
      const part = splits[from]!.length > 0 ? partsByStart[from]?.[to] : undefined
      if (part === undefined || !(allDigits.test(part) || isWord(part))) continue
      for (const before of splits[from]!) {
        if (before.length < maxParts) splitsHere.push([...before, part])
      }
    }
    splitsHere.sort((a, b) => a.length - b.length || shortestPart(b) - shortestPart(a))
    splitsHere.length = Math.min(splitsHere.length, maxSplits)
  }
  return partsByStart.length > 0 ? splits[letters.length]! : []
}

/** Possible parts by start and end index; empty for a text that is too short or too long. */
function possibleParts(letters: readonly string[]): (string | undefined)[][] {
  const { length } = letters
  if (length <= 2 * minPartLetters || length > maxLetters) return []
  const isDigit = letters.map((letter) => /\d/.test(letter))
  return letters.map((_, from) => {
    const row: (string | undefined)[] = []
    for (let to = from + 1; to <= Math.min(length, from + maxPartLetters); to++) {
      if (isDigit[to - 1] !== isDigit[from]) break
      // The whole text is no split.
      if (to - from === length) break
      const part = letters.slice(from, to).join('')
      const isWholeRun = isDigit[from] && !isDigit[from - 1] && !isDigit[to]
      const mayBeWord = to - from >= minPartLetters || isStopWord(part)
      if (isDigit[from] ? isWholeRun : mayBeWord) row[to] = part
    }
    return row
  })
}

function shortestPart(parts: readonly string[]): number {
  return Math.min(...parts.map((part) => part.length))
}
