import { type LatLon, metersPerDegree } from '#ground/geo'

export function cosine(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180)
}

/**
 * Avoids `Math.hypot`, which is several times slower because it guards against an overflow that cannot happen here.
 */
function hypotenuse(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

/**
 * Returns the distance on a plane at the mean latitude. The error is below 1 % up to 100 km, good enough to group
 * places and to assign houses to streets.
 */
export function measureMeters(a: LatLon, b: LatLon): number {
  const north = a.lat - b.lat
  const apart = Math.abs(a.lon - b.lon)
  // Across the antimeridian, take the short way round.
  const east = Math.min(apart, 360 - apart) * cosine((a.lat + b.lat) / 2)
  return hypotenuse(north, east) * metersPerDegree
}

export interface LineProjection {
  /** Nearest point on the line. */
  at: LatLon
  /** Distance from the projected point to `at`. */
  distanceMeters: number
  /** Distance along the line to `at`. */
  alongMeters: number
}

/** Projects a point onto a line: finds the line's nearest point. `distanceMeters` is infinite for an empty line. */
export function projectOnto(line: readonly LatLon[], point: LatLon): LineProjection {
  const lonScale = cosine(point.lat)
  const at = { lat: point.lat, lon: point.lon }
  const nearest: LineProjection = { at, distanceMeters: Infinity, alongMeters: 0 }
  let along = 0
  for (let i = 0; i < line.length; i++) {
    const to = line[i]!
    const from = line[i - 1] ?? to
    const east = (to.lon - from.lon) * lonScale
    const north = to.lat - from.lat
    const squaredLength = east * east + north * north
    const dot = (point.lon - from.lon) * lonScale * east + (point.lat - from.lat) * north
    const share = squaredLength > 0 ? Math.min(1, Math.max(0, dot / squaredLength)) : 0
    const lat = from.lat + share * north
    const lon = from.lon + share * (to.lon - from.lon)
    const away = hypotenuse((point.lon - lon) * lonScale, point.lat - lat)
    const distance = away * metersPerDegree
    const length = Math.sqrt(squaredLength) * metersPerDegree
    if (distance < nearest.distanceMeters) {
      nearest.distanceMeters = distance
      nearest.alongMeters = along + share * length
      at.lat = lat
      at.lon = lon
    }
    along += length
  }
  return nearest
}

export function measureLength(line: readonly LatLon[]): number {
  let sum = 0
  for (let i = 1; i < line.length; i++) sum += measureMeters(line[i - 1]!, line[i]!)
  return sum
}

/** Returns the point `meters` along a line, or its end if the line is shorter. */
export function findPointAlong(line: readonly LatLon[], meters: number): LatLon {
  let remaining = meters
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1]!
    const to = line[i]!
    const length = measureMeters(from, to)
    if (remaining <= length) {
      const share = length > 0 ? Math.max(0, remaining / length) : 0
      return {
        lat: from.lat + share * (to.lat - from.lat),
        lon: from.lon + share * (to.lon - from.lon),
      }
    }
    remaining -= length
  }
  return line[line.length - 1]!
}

/**
 * Simplifies a line (Douglas and Peucker 1973): dropped points are within the tolerance of the new line. A
 * closed line keeps at least four points.
 */
export function simplifyLine(line: readonly LatLon[], toleranceMeters: number): LatLon[] {
  if (line.length < 3) return [...line]
  const last = line.length - 1
  const keep = new Uint8Array(line.length)
  keep[0] = keep[last] = 1
  const lonScale = cosine(line[0]!.lat)
  const tolerance = toleranceMeters / metersPerDegree
  const spans = [0, last]
  const isClosed = line[0]!.lat === line[last]!.lat && line[0]!.lon === line[last]!.lon
  // Both ends and two splits make the four points of a closed line.
  let forcedSplits = isClosed ? 2 : 0
  while (spans.length > 0) {
    const to = spans.pop()!
    const from = spans.pop()!
    let farthest = 0
    let split = -1
    for (let i = from + 1; i < to; i++) {
      const distance = measureDegrees(line[i]!, line[from]!, line[to]!, lonScale)
      if (distance > farthest) {
        farthest = distance
        split = i
      }
    }
    if (split < 0 || (farthest <= tolerance && forcedSplits === 0)) continue
    if (forcedSplits > 0) forcedSplits--
    keep[split] = 1
    spans.push(from, split, split, to)
  }
  return line.filter((_, i) => keep[i] === 1)
}

/** Returns the distance of a point from a segment, in degrees of latitude. */
function measureDegrees(point: LatLon, from: LatLon, to: LatLon, lonScale: number): number {
  const east = (to.lon - from.lon) * lonScale
  const north = to.lat - from.lat
  const x = (point.lon - from.lon) * lonScale
  const y = point.lat - from.lat
  const squaredLength = east * east + north * north
  const dot = x * east + y * north
  const share = squaredLength > 0 ? Math.min(1, Math.max(0, dot / squaredLength)) : 0
  return hypotenuse(x - share * east, y - share * north)
}

/** Rounds a position to 7 decimals (1 cm), the precision of OpenStreetMap. */
export function roundPosition({ lat, lon }: LatLon): LatLon {
  return { lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 }
}
