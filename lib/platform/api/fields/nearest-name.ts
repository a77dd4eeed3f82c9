import sameMeaning from './same-meaning.json' with { type: 'json' }

/** Longer names are compared by their first letters alone: a mistyped field is shorter. */
const maxLength = 64

/** A name without case and separators: most mistaken names differ in these alone. */
function folded(name: string): string {
  return name
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether two names differ only in case and separators. */
export function isSameName(name: string, other: string): boolean {
  return name === other || (folded(name) !== '' && folded(name) === folded(other))
}

/** The known name that a mistyped one is most likely meant for; undefined where none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const same = known.find((each) => isSameName(name, each))
  if (same !== undefined) return same
  const [best] = known
    .map((each) => ({ each, edits: editDistance(folded(name), folded(each)) }))
    .filter(
      ({ each, edits }) => edits <= maxEdits(Math.min(folded(each).length, folded(name).length)),
    )
    .sort((a, b) => a.edits - b.edits)
  return best?.each ?? known.find((each) => isBeginning(folded(name), folded(each)))
}

/** A known name with the meaning of one that other services use. */
export function nameOfSameMeaning(name: string, known: readonly string[]): string | undefined {
  for (const names of sameMeaning) {
    if (!names.some((each) => isSameName(each, name))) continue
    const found = names.find((each) => known.includes(each))
    if (found) return found
  }
  return otherEnding(name, known)
}

/** `focus.point.lon` for `focus.point.lng`: names with dots whose last word has another name. */
function otherEnding(name: string, known: readonly string[]): string | undefined {
  const dot = name.lastIndexOf('.') + 1
  if (dot === 0) return undefined
  const stem = name.slice(0, dot)
  const endings = known.filter((each) => each.startsWith(stem)).map((each) => each.slice(dot))
  const ending = nameOfSameMeaning(name.slice(dot), endings)
  return ending === undefined ? undefined : `${stem}${ending}`
}

/** Edits that leave a name of this length recognisable. */
function maxEdits(length: number): number {
  if (length < 4) return length < 3 ? 0 : 1
  return length < 8 ? 2 - Number(length < 6) : 3
}

/** `elapsed` for `elapsed_minutes`, and the other way. */
function isBeginning(name: string, other: string): boolean {
  const [short, long] = name.length < other.length ? [name, other] : [other, name]
  return short.length >= 4 && long.startsWith(short)
}

/** Edits that turn one text into another, with a swap of neighbours as one (optimal string alignment). */
function editDistance(from: string, to: string): number {
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
