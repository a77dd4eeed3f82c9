import { isStopWord } from '../../text/index.ts'

/** Single letters are no parts, except words that join names: the `y` of `solymuntanya`. */
const minPartLetters = 2
const maxPartLetters = 24
const maxLetters = 40
const maxParts = 5
const maxSplits = 6

const figures = /^\d+$/

/** The beginnings of a word that may be words. */
export function firstParts(text: string): string[] {
  return wordParts(possibleParts([...text]).slice(0, 1))
}

/** The other parts of a word that may be words, after its shortest beginning that is one. */
export function laterParts(text: string, isWord: (part: string) => boolean): string[] {
  const [first = [], ...rest] = possibleParts([...text])
  const end = first.findIndex((part) => part !== undefined && (figures.test(part) || isWord(part)))
  return end < 0 ? [] : wordParts(rest.slice(end - 1))
}

function wordParts(rows: readonly (readonly (string | undefined)[])[]): string[] {
  return rows.flat().filter((part) => part !== undefined && !figures.test(part)) as string[]
}

/**
 * Splits a word into known ones, in at most 6 ways of at most 5 parts, the fewest parts first. Figures
 * among letters (`sierra2`) are always a part.
 */
export function splitsOf(text: string, isWord: (part: string) => boolean): string[][] {
  const letters = [...text]
  const parts = possibleParts(letters)
  // The best splits of the letters before each position.
  const splits: string[][][] = Array.from({ length: letters.length + 1 }, () => [])
  splits[0] = [[]]
  for (let to = 1; to <= letters.length; to++) {
    const here = splits[to]!
    for (let from = Math.max(0, to - maxPartLetters); from < to; from++) {
      const part = splits[from]!.length > 0 ? parts[from]?.[to] : undefined
      if (part === undefined || !(figures.test(part) || isWord(part))) continue
      for (const before of splits[from]!) if (before.length < maxParts) here.push([...before, part])
    }
    here.sort((a, b) => a.length - b.length || evenness(b) - evenness(a))
    here.length = Math.min(here.length, maxSplits)
  }
  return parts.length > 0 ? splits[letters.length]! : []
}

/** Possible parts by start and end; empty for a word that is too short or too long. */
function possibleParts(letters: readonly string[]): (string | undefined)[][] {
  const { length } = letters
  if (length <= 2 * minPartLetters || length > maxLetters) return []
  const isFigure = letters.map((letter) => /\d/.test(letter))
  return letters.map((_, from) => {
    const row: (string | undefined)[] = []
    for (let to = from + 1; to <= Math.min(length, from + maxPartLetters); to++) {
      if (isFigure[to - 1] !== isFigure[from]) break
      if (to - from === length) break
      const part = letters.slice(from, to).join('')
      const isRun = isFigure[from] && !isFigure[from - 1] && !isFigure[to]
      const isLong = to - from >= minPartLetters || isStopWord(part)
      if (isFigure[from] ? isRun : isLong) row[to] = part
    }
    return row
  })
}

function evenness(parts: readonly string[]): number {
  return Math.min(...parts.map((part) => part.length))
}
