/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, each
 * letter changed once (Damerau 1964). Undefined when it is over `maxEdits`. Counts UTF-16 code units.
 */
export function editDistance(a: string, b: string, maxEdits: number): number | undefined {
  if (Math.abs(a.length - b.length) > maxEdits) return undefined
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let lowest = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, twoAbove[j - 2]! + 1)
      }
      row.push(cost)
      if (cost < lowest) lowest = cost
    }
    if (lowest > maxEdits) return undefined
    twoAbove = above
    above = row
  }
  const distance = above[b.length]!
  return distance <= maxEdits ? distance : undefined
}
