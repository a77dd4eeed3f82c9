import type { LatLon } from '#ground/geo'
import { Grid } from './grid.ts'
import { measureMeters } from './plane.ts'

/**
 * Groups items whose lines come near each other, directly or through others (single linkage). Distances are measured
 * in grid cells: lines within `gapMeters` are always joined, lines more than 3 times as distant never.
 */
export function groupNearby<T>(
  items: readonly T[],
  toLine: (thing: T) => readonly LatLon[],
  gapMeters: number,
): T[][] {
  if (items.length < 2) return items.map((thing) => [thing])
  const root = items.map((_, i) => i)
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
  for (let i = 0; i < items.length; i++) {
    visitDense(toLine(items[i]!), gapMeters / 2, (at) => {
      for (const cell of grid.cellsAround(at)) {
        const other = cells.get(cell)
        if (other !== undefined && other !== i) root[find(i)] = find(other)
      }
      cells.set(grid.findCell(at), i)
    })
  }
  const clusters = Map.groupBy(items.keys(), (i) => find(i))
  return [...clusters.values()].map((cluster) => cluster.map((i) => items[i]!))
}

/** Visits points of the line, at most `meters` apart. Reuses one object for all points. */
function visitDense(
  line: readonly LatLon[],
  meters: number,
  visit: (point: Readonly<LatLon>) => void,
): void {
  const point = { lat: 0, lon: 0 }
  for (let i = 0; i < line.length; i++) {
    const to = line[i]!
    const from = line[i - 1] ?? to
    const steps = Math.min(10_000, Math.ceil(measureMeters(from, to) / meters)) || 1
    for (let s = 1; s <= steps; s++) {
      const share = s / steps
      point.lat = from.lat + share * (to.lat - from.lat)
      point.lon = from.lon + share * (to.lon - from.lon)
      visit(point)
    }
  }
}
