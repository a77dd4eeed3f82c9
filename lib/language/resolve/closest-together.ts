import { distanceMeters, type LatLon } from '#ground/geo'

/**
 * Of each group one position, so that these lie close together and close to the fixed ones: an index for each group.
 * Groups are taken one after the other, each with the position whose distances to those before have the smallest sum;
 * without fixed positions every position of the first group is tried. Of equal sums the earlier position wins.
 */
export function closestTogether(
  groups: readonly (readonly LatLon[])[],
  fixed: readonly LatLon[],
): number[] {
  const [first = []] = groups
  const starts = fixed.length > 0 ? [undefined] : [...first.keys()]
  let best: { indices: number[]; meters: number } = { indices: [], meters: Infinity }
  for (const start of starts) {
    const chosen = greedy(groups, fixed, start)
    if (chosen.meters < best.meters) best = chosen
  }
  return best.indices
}

function greedy(
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
