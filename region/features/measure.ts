import { metersPerDegree } from '#ground/geo'
import type { Vertices } from './feature.ts'

function cosine(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180)
}

/**
 * Returns the metres between a vertex of one line and a vertex of another, on a local plane.
 *
 * @param i Index of the longitude of the vertex in `a`; its latitude is the next number.
 * @param k The same in `b`.
 */
export function measureGap(a: Vertices, i: number, b: Vertices, k: number): number {
  const north = b[k + 1]! - a[i + 1]!
  const east = (b[k]! - a[i]!) * cosine((a[i + 1]! + b[k + 1]!) / 2)
  return Math.hypot(east, north) * metersPerDegree
}

export function measureLength(line: Vertices): number {
  let sum = 0
  for (let i = 2; i < line.length; i += 2) sum += measureGap(line, i - 2, line, i)
  return sum
}

/** Returns the area of a ring in squared coordinate units; positive if counter-clockwise with y up. */
export function signedArea(ring: Vertices): number {
  // Coordinates relative to the first point keep precision.
  const lon = ring[0] ?? 0
  const lat = ring[1] ?? 0
  let twice = 0
  for (let i = 2; i < ring.length; i += 2) {
    twice += (ring[i - 2]! - lon) * (ring[i + 1]! - lat) - (ring[i]! - lon) * (ring[i - 1]! - lat)
  }
  return twice / 2
}

/** Returns the sum of the areas of all rings; holes are added, not subtracted. */
export function sumAreas(rings: readonly Vertices[]): number {
  return rings.reduce(
    (sum, ring) => sum + Math.abs(signedArea(ring)) * metersPerDegree ** 2 * cosine(ring[1] ?? 0),
    0,
  )
}
