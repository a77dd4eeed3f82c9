import { distanceMeters, type LatLon } from '#ground/geo'

/**
 * Picks one position from each group so that they lie close together and close to the fixed positions. Returns an
 * index per group. Groups are processed in order, and each takes the position with the smallest sum of distances to
 * the positions picked so far. Without fixed positions, every position of the first group is tried. Ties go to the
 * earlier position.
 */
export function pickClosestTogether(
  groups: readonly (readonly LatLon[])[],
  fixed: readonly LatLon[],
): number[] {
  const [first = []] = groups
  const starts = fixed.length > 0 ? [undefined] : [...first.keys()]
  let best: { indices: number[]; meters: number } = { indices: [], meters: Infinity }
  for (const start of starts) {
    const chosen = pickGreedily(groups, fixed, start)
    if (chosen.meters < best.meters) best = chosen
  }
  return best.indices
}

function pickGreedily(
  groups: readonly (readonly LatLon[])[],
  fixed: readonly LatLon[],
  start: number | undefined,
): { indices: number[]; meters: number } {
  const near = [...fixed]
  const indices: number[] = []
  let meters = 0
  for (const [i, group] of groups.entries()) {
    const sums = group.map((position) =>
      near.reduce((sum, other) => sum + distanceMeters(position, other), 0),
    )
    const index = i === 0 && start !== undefined ? start : sums.indexOf(Math.min(...sums))
    indices.push(index)
    near.push(group[index]!)
    meters += sums[index]!
  }
  return { indices, meters }
}
