/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, each
 * letter changed once (Damerau 1964). Undefined when it is over `maxEdits`. Counts UTF-16 code units.
 *
 * Tries each edit at the first difference, so `maxEdits` should be small; most pairs differ in too many places
 * and end after a few letters.
 */
export function editDistance(a: string, b: string, maxEdits: number): number | undefined {
  const edits = editsBetween(a, 0, a.length, b, 0, b.length, maxEdits)
  return edits <= maxEdits ? edits : undefined
}

/** The same of parts of both texts, which are not copied; more than `maxEdits` when it is over. */
function editsBetween(
  a: string,
  startA: number,
  endA: number,
  b: string,
  startB: number,
  endB: number,
  maxEdits: number,
): number {
  if (Math.abs(endA - startA - (endB - startB)) > maxEdits) return maxEdits + 1
  // What both begin and end with needs no edit.
  while (startA < endA && startB < endB && a.charCodeAt(startA) === b.charCodeAt(startB)) {
    startA++
    startB++
  }
  while (endA > startA && endB > startB && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  if (startA === endA || startB === endB) return endA - startA + (endB - startB)
  const isSwapped =
    a.charCodeAt(startA) === b.charCodeAt(startB + 1) &&
    a.charCodeAt(startA + 1) === b.charCodeAt(startB) &&
    startA + 1 < endA &&
    startB + 1 < endB
  let min = maxEdits
  if (isSwapped) min = editsBetween(a, startA + 2, endA, b, startB + 2, endB, min - 1)
  // A substitution, a deletion, an insertion; each only where it may take fewer edits than those before.
  if (min > 0) min = Math.min(min, editsBetween(a, startA + 1, endA, b, startB + 1, endB, min - 1))
  if (min > 0) min = Math.min(min, editsBetween(a, startA + 1, endA, b, startB, endB, min - 1))
  if (min > 0) min = Math.min(min, editsBetween(a, startA, endA, b, startB + 1, endB, min - 1))
  return min + 1
}
