/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, each
 * letter changed once (Damerau 1964). Undefined when it is over `maxEdits`. Counts UTF-16 code units.
 */
export function editDistance(a: string, b: string, maxEdits: number): number | undefined {
  if (Math.abs(a.length - b.length) > maxEdits) return undefined
  // What both begin and end with changes nothing.
  let start = 0
  let [endA, endB] = [a.length, b.length]
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  const distance = distanceWithin(a.slice(start, endA), b.slice(start, endB), maxEdits)
  return distance <= maxEdits ? distance : undefined
}

/** The distance, or any number over `maxEdits`. Only cells of a path with so few edits are computed (Ukkonen 1985). */
function distanceWithin(a: string, b: string, maxEdits: number): number {
  const over = maxEdits + 1
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, over))
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - maxEdits)
    const to = Math.min(b.length, i + maxEdits)
    const row = new Array<number>(b.length + 1).fill(over)
    if (i <= maxEdits) row[0] = i
    let lowest = row[0]!
    for (let j = from; j <= to; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, twoAbove[j - 2]! + 1)
      }
      row[j] = cost
      if (cost < lowest) lowest = cost
    }
    if (lowest > maxEdits) return over
    twoAbove = above
    above = row
  }
  return above[b.length]!
}
