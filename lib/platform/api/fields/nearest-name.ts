import sameMeaning from './same-meaning.json' with { type: 'json' }

/**
 * Maximum length of a name to compare by edits. Longer ones are compared by their first letters, since mistyped
 * fields are shorter.
 */
const maxLength = 64

/** Removes case and separators from a name; most mistaken names differ only in these. */
function foldName(name: string): string {
  return name
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns whether two names differ only in case and separators. */
export function isSameName(name: string, other: string): boolean {
  return name === other || (foldName(name) !== '' && foldName(name) === foldName(other))
}

/** Finds the known name that a mistyped name most likely stands for; `undefined` when none is similar. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const same = known.find((each) => isSameName(name, each))
  if (same !== undefined) return same
  const [best] = known
    .map((each) => ({ each, edits: countEdits(foldName(name), foldName(each)) }))
    .filter(
      ({ each, edits }) =>
        edits <= limitEdits(Math.min(foldName(each).length, foldName(name).length)),
    )
    .sort((a, b) => a.edits - b.edits)
  return best?.each ?? known.find((each) => isBeginning(foldName(name), foldName(each)))
}

/** Finds a known name with the same meaning as a name used by other services. */
export function findSynonym(name: string, known: readonly string[]): string | undefined {
  for (const names of sameMeaning) {
    if (!names.some((each) => isSameName(each, name))) continue
    const found = names.find((each) => known.includes(each))
    if (found) return found
  }
  return findOtherEnding(name, known)
}

/** Finds `focus.point.lon` for `focus.point.lng`: a dotted name that differs in its last word. */
function findOtherEnding(name: string, known: readonly string[]): string | undefined {
  const dot = name.lastIndexOf('.') + 1
  if (dot === 0) return undefined
  const stem = name.slice(0, dot)
  const endings = known.filter((each) => each.startsWith(stem)).map((each) => each.slice(dot))
  const ending = findSynonym(name.slice(dot), endings)
  return ending === undefined ? undefined : `${stem}${ending}`
}

/** Returns the maximum number of edits that leave a name of this length recognisable. */
function limitEdits(length: number): number {
  if (length < 4) return length < 3 ? 0 : 1
  return length < 8 ? 2 - Number(length < 6) : 3
}

/** Returns whether one name begins with the other, like `elapsed` and `elapsed_minutes`. */
function isBeginning(name: string, other: string): boolean {
  const [short, long] = name.length < other.length ? [name, other] : [other, name]
  return short.length >= 4 && long.startsWith(short)
}

/** Counts the edits that turn one text into another. Swapping two neighbours is one edit (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isEqual = from[i - 1] === to[j - 1]
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + Number(!isEqual),
        isSwap ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return last[to.length]!
}
