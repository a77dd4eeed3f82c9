/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, each
 * letter changed once (Damerau 1964). `undefined` when it is over `most`. Texts of one plane; those with
 * characters of two code units count them as two.
 */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1)
      }
      row.push(cost)
      if (cost < least) least = cost
    }
    if (least > most) return undefined
    before = above
    above = row
  }
  const distance = above[b.length]!
  return distance <= most ? distance : undefined
}
