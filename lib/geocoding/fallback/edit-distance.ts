/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, each
 * letter changed once (Damerau 1964). Undefined when it is over `maxEdits`. Counts UTF-16 code units.
 *
 * Tries each edit at the first difference, so `maxEdits` should be small; most pairs differ in too many places
 * and end after a few letters.
 */
export function editDistance(a: string, b: string, maxEdits: number): number | undefined {
  if (Math.abs(a.length - b.length) > maxEdits) return undefined
  // What both begin and end with needs no edit.
  let start = 0
  let [endA, endB] = [a.length, b.length]
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  if (start === endA || start === endB) return endA - start + (endB - start)
  if (maxEdits === 0) return undefined
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)]
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0]
  let min: number | undefined
  for (const [ofA, ofB] of isSwapped ? editsAndSwap : edits) {
    const maxLeft = (min ?? maxEdits) - 1
    const left = editDistance(restA.slice(ofA), restB.slice(ofB), maxLeft)
    if (left !== undefined) min = left + 1
  }
  return min
}

/** Letters of both texts that an edit is of: a substitution, a deletion, an insertion. */
const edits = [
  [1, 1],
  [1, 0],
  [0, 1],
] as const
const editsAndSwap = [[2, 2], ...edits] as const
