import type { LatLon } from '#ground/geo'
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
  for (let i = 0; i < things.length; i++) {
    visitDense(lineOf(things[i]!), gapMeters / 2, (at) => {
      for (const cell of grid.cellsAround(at)) {
        const other = cells.get(cell)
        if (other !== undefined && other !== i) root[find(i)] = find(other)
      }
      cells.set(grid.cellOf(at), i)
    })
  }
  const clusters = Map.groupBy(things.keys(), (i) => find(i))
  return [...clusters.values()].map((cluster) => cluster.map((i) => things[i]!))
}

/** Visits points of the line that are at most so far apart. The point is another one at the next. */
function visitDense(
  line: readonly LatLon[],
  meters: number,
  visit: (point: Readonly<LatLon>) => void,
): void {
  const point = { lat: 0, lon: 0 }
  for (let i = 0; i < line.length; i++) {
    const to = line[i]!
    const from = line[i - 1] ?? to
    const steps = Math.min(10_000, Math.ceil(flatMeters(from, to) / meters)) || 1
    for (let s = 1; s <= steps; s++) {
      const share = s / steps
      point.lat = from.lat + share * (to.lat - from.lat)
      point.lon = from.lon + share * (to.lon - from.lon)
      visit(point)
    }
  }
}
