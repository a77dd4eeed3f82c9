import { isStopWord } from '#places/text'

/** Only a stop word may be shorter: the `y` of `solymuntanya`. */
const minPartLetters = 2
const maxPartLetters = 24
const maxLetters = 40
const maxParts = 5
const maxSplits = 6

const allDigits = /^\d+$/

/**
 * Splits a text into known words, in at most 6 ways of at most 5 parts, the fewest parts first. A run of
 * digits (`sierra2`) is always one part.
 */
export function splitsOf(text: string, isWord: (part: string) => boolean): string[][] {
  const letters = [...text]
  const { length } = letters
  if (length <= 2 * minPartLetters || length > maxLetters) return []
  const isDigit = letters.map((letter) => allDigits.test(letter))
  // Dynamic programming: the best splits of the letters before each position.
  const splits: string[][][] = Array.from({ length: length + 1 }, () => [])
  splits[0] = [[]]
  for (let from = 0; from < length; from++) {
    const before = bestOf(splits[from]!)
    const isInRun = isDigit[from] && isDigit[from - 1]
    if (before.length === 0 || isInRun) continue
    const maxEnd = Math.min(length, from + maxPartLetters)
    for (let to = from + 1; to <= maxEnd && isDigit[to - 1] === isDigit[from]; to++) {
      // The whole text is no split, and half a run of digits no part.
      if (to - from === length || (isDigit[from] && isDigit[to])) continue
      const part = letters.slice(from, to).join('')
      const mayBeWord = to - from >= minPartLetters || isStopWord(part)
      if (!isDigit[from] && !(mayBeWord && isWord(part))) continue
      for (const parts of before) {
        if (parts.length < maxParts) splits[to]!.push([...parts, part])
      }
    }
  }
  return bestOf(splits[length]!)
}

/** The parts of all splits that are not numbers. */
export function partsOf(text: string, isWord: (part: string) => boolean): ReadonlySet<string> {
  return new Set(
    splitsOf(text, isWord).flatMap((parts) => parts.filter((part) => !allDigits.test(part))),
  )
}

function bestOf(splits: string[][]): string[][] {
  return splits
    .sort((a, b) => a.length - b.length || shortestPart(b) - shortestPart(a))
    .slice(0, maxSplits)
}

function shortestPart(parts: readonly string[]): number {
  return Math.min(...parts.map((part) => part.length))
}
