import type { LatLon } from '#ground/geo'
import type { OsmFeature } from './osm-feature.ts'
import { measureMeters, projectOnto } from './plane.ts'

/** Joins pieces that share end nodes into longer lines. */
export function joinLines(pieces: readonly OsmFeature[]): LatLon[][] {
  interface Chain {
    line: LatLon[]
    first: number
    last: number
  }
  const lines: LatLon[][] = []
  const free = new Set<Chain>()
  for (const { line, nodes } of pieces) {
    const [first, last] = [nodes?.[0], nodes?.[nodes.length - 1]]
    if (first === undefined || last === undefined || first === last) lines.push([...line!])
    else free.add({ line: [...line!], first, last })
  }
  const byEnd = new Map<number, Chain[]>()
  for (const chain of free)
    for (const end of [chain.first, chain.last]) byEnd.set(end, [...(byEnd.get(end) ?? []), chain])
  for (const start of free) {
    free.delete(start)
    const chain = { ...start }
    for (const side of [0, 1]) {
      let next: Chain | undefined
      do {
        next = byEnd.get(chain.last)?.find((other) => free.has(other))
        if (!next) break
        free.delete(next)
        const onward = next.first === chain.last ? next.line : next.line.toReversed()
        chain.last = next.first === chain.last ? next.last : next.first
        for (let i = 1; i < onward.length; i++) chain.line.push(onward[i]!)
      } while (next)
      if (side === 1) break
      chain.line.reverse()
      ;[chain.first, chain.last] = [chain.last, chain.first]
    }
    lines.push(chain.line)
  }
  return lines
}

/** Returns the point on the lines that is nearest to their centroid. */
export function findMiddle(lines: readonly (readonly LatLon[])[]): LatLon | undefined {
  let [lat, lon, total] = [0, 0, 0]
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) {
      const from = line[i - 1]!
      const to = line[i]!
      const length = measureMeters(from, to)
      lat += (length * (from.lat + to.lat)) / 2
      lon += (length * (from.lon + to.lon)) / 2
      total += length
    }
  }
  if (total === 0) return undefined
  const middle = { lat: lat / total, lon: lon / total }
  const nearest = lines
    .map((line) => projectOnto(line, middle))
    .reduce((best, point) => (point.distanceMeters < best.distanceMeters ? point : best))
  return nearest.at
}
