import { isStopWord } from '../../text/index.ts'

/** A part of one letter would be found anywhere, but for those that join names: `sol y muntanya`. */
const shortestPart = 2
const longestPart = 24
const longestSplit = 40
const mostParts = 5
/** Ways that are kept. */
const mostSplits = 6

const figures = /^\d+$/

/** The beginnings of a word that may be words by themselves. */
export function firstParts(text: string): string[] {
  return wordsOf(stretches([...text]).slice(0, 1))
}

/** The other stretches of it that may be, behind the shortest beginning that is a word; none without. */
export function laterParts(text: string, isWord: (part: string) => boolean): string[] {
  const [first = [], ...rest] = stretches([...text])
  const end = first.findIndex((part) => part !== undefined && (figures.test(part) || isWord(part)))
  return end < 0 ? [] : wordsOf(rest.slice(end - 1))
}

function wordsOf(rows: readonly (readonly (string | undefined)[])[]): string[] {
  return rows.flat().filter((part) => part !== undefined && !figures.test(part)) as string[]
}

/**
 * The ways to read a word as several known ones: the fewest parts first, at most 6 of at most 5 parts.
 * Figures among letters (`sierra2`) are always a part.
 */
export function splitsOf(text: string, isWord: (part: string) => boolean): string[][] {
  const letters = [...text]
  const parts = stretches(letters)
  // The best ways to read the first letters, up to each.
  const ways: string[][][] = Array.from({ length: letters.length + 1 }, () => [])
  ways[0] = [[]]
  for (let to = 1; to <= letters.length; to++) {
    const here = ways[to]!
    for (let from = Math.max(0, to - longestPart); from < to; from++) {
      const part = ways[from]!.length > 0 ? parts[from]?.[to] : undefined
      if (part === undefined || !(figures.test(part) || isWord(part))) continue
      for (const before of ways[from]!) if (before.length < mostParts) here.push([...before, part])
    }
    here.sort((a, b) => a.length - b.length || evenness(b) - evenness(a))
    here.length = Math.min(here.length, mostSplits)
  }
  return parts.length > 0 ? ways[letters.length]! : []
}

/** What may be a part, by where it begins and ends; empty for a word that is too short or too long. */
function stretches(letters: readonly string[]): (string | undefined)[][] {
  const { length } = letters
  if (length <= 2 * shortestPart || length > longestSplit) return []
  const isFigure = letters.map((letter) => /\d/.test(letter))
  return letters.map((_, from) => {
    const row: (string | undefined)[] = []
    for (let to = from + 1; to <= Math.min(length, from + longestPart); to++) {
      if (isFigure[to - 1] !== isFigure[from]) break
      if (to - from === length) break
      const part = letters.slice(from, to).join('')
      const isRun = isFigure[from] && !isFigure[from - 1] && !isFigure[to]
      const isLong = to - from >= shortestPart || isStopWord(part)
      if (isFigure[from] ? isRun : isLong) row[to] = part
    }
    return row
  })
}

function evenness(parts: readonly string[]): number {
  return Math.min(...parts.map((part) => part.length))
}
