import type { LatLon } from '../../lib/geo/index.ts'
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
  const cells = new Map<number, number>()
  const reference = lineOf(things[0]!)[0]!
  const step = gapMeters / 111_195
  const lonStep = step / Math.max(0.05, Math.cos((reference.lat * Math.PI) / 180))
  for (const [i, thing] of things.entries()) {
    for (const { lat, lon } of dense(lineOf(thing), gapMeters / 2)) {
      const row = Math.floor((lat + 90) / step)
      const column = Math.floor((lon + 180) / lonStep)
      for (let y = row - 1; y <= row + 1; y++)
        for (let x = column - 1; x <= column + 1; x++) {
          const other = cells.get(y * 2 ** 26 + x)
          if (other !== undefined) root[find(i)] = find(other)
        }
      cells.set(row * 2 ** 26 + column, i)
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
