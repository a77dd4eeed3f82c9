import type { LatLon } from '../../lib/geo/index.ts'
import { Grid } from './grid.ts'
import { flatMeters } from './plane.ts'

/**
 * Groups things whose lines come near each other, directly or through others (single linkage). Distances are
 * those of grid cells: lines within `gapMeters` are always joined, lines over 3 times as far never.
 */
export function clustered<T>(
  things: readonly T[],
  lineOf: (thing: T) => readonly LatLon[],
  gapMeters: number,
): T[][] {
  if (things.length < 2) return things.map((thing) => [thing])
  const root = things.map((_, i) => i)
  const find = (i: number): number => {
    let at = i
    while (root[at] !== at) {
      root[at] = root[root[at]!]!
      at = root[at]!
    }
    return at
  }
  const grid = new Grid(gapMeters)
  const cells = new Map<number, number>()
  for (const [i, thing] of things.entries()) {
    for (const at of dense(lineOf(thing), gapMeters / 2)) {
      for (const cell of grid.cellsAround(at)) {
        const other = cells.get(cell)
        if (other !== undefined) root[find(i)] = find(other)
      }
      cells.set(grid.cellOf(at), i)
    }
  }
  const clusters = Map.groupBy(things.keys(), (i) => find(i))
  return [...clusters.values()].map((cluster) => cluster.map((i) => things[i]!))
}

/** Points of the line at most this far apart. */
function* dense(line: readonly LatLon[], meters: number): Generator<LatLon> {
  for (const [i, to] of line.entries()) {
    const from = line[i - 1] ?? to
    const steps = Math.min(10_000, Math.ceil(flatMeters(from, to) / meters)) || 1
    for (let s = 1; s <= steps; s++) {
      const share = s / steps
      yield {
        lat: from.lat + share * (to.lat - from.lat),
        lon: from.lon + share * (to.lon - from.lon),
      }
    }
  }
}
