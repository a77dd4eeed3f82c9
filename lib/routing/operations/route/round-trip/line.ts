import { cumulativeMeters, type LatLon } from '#ground/geo'

/** Line of a route, as the engine draws it. */
export interface Line {
  /** Positions in the format of `decodeMicrodegrees`. */
  microdegrees: Int32Array
  /** Distance from the start to each vertex. */
  meters: Float64Array
}

export function toLine(microdegrees: Int32Array): Line {
  return { microdegrees, meters: cumulativeMeters(microdegrees) }
}

export function measureLength({ meters }: Line): number {
  return meters.at(-1) ?? 0
}

export function readVertex({ microdegrees }: Line, i: number): LatLon {
  return { lat: microdegrees[2 * i]! / 1e6, lon: microdegrees[2 * i + 1]! / 1e6 }
}

/** Returns a text that is equal for two vertices at the same position. */
export function makeVertexKey(microdegrees: Int32Array, i: number): string {
  return `${microdegrees[2 * i]},${microdegrees[2 * i + 1]}`
}

/** Finds the first vertex at or beyond this distance along the line, or the last one. */
export function findVertex({ meters }: Line, alongMeters: number): number {
  let [low, high] = [0, meters.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (meters[middle]! < alongMeters) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the position at this distance along the line. */
export function interpolatePosition(line: Line, alongMeters: number): LatLon {
  const i = findVertex(line, alongMeters)
  if (i === 0) return readVertex(line, 0)
  const [from, to] = [readVertex(line, i - 1), readVertex(line, i)]
  const [start, end] = [line.meters[i - 1]!, line.meters[i]!]
  const share = end > start ? Math.min(1, (alongMeters - start) / (end - start)) : 0
  return {
    lat: from.lat + share * (to.lat - from.lat),
    lon: from.lon + share * (to.lon - from.lon),
  }
}

/** Returns the line up to a vertex. */
export function cutAtVertex({ microdegrees, meters }: Line, vertex: number): Line {
  return {
    microdegrees: microdegrees.subarray(0, 2 * (vertex + 1)),
    meters: meters.subarray(0, vertex + 1),
  }
}

/** Returns middles of segments, spread over the line, except for a margin at both ends. */
export function pickMiddles(line: Line, marginMeters: number, count: number): LatLon[] {
  const span = measureLength(line) - 2 * marginMeters
  const points: LatLon[] = []
  let previous = 0
  for (let k = 0; k < count && span > 0; k++) {
    const i = findVertex(line, marginMeters + (span * (k + 0.5)) / count)
    if (i === previous) continue
    previous = i
    points.push(interpolatePosition(line, (line.meters[i - 1]! + line.meters[i]!) / 2))
  }
  return points
}

/** Returns the share of the length, 0..1, on segments that a line uses more than once, in any direction. */
export function measureRepeatedShare({ microdegrees, meters }: Line): number {
  const uses = new Map<string, { count: number; meters: number }>()
  for (let i = 0; i + 1 < meters.length; i++) {
    const [a, b] = [makeVertexKey(microdegrees, i), makeVertexKey(microdegrees, i + 1)]
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    const use = uses.get(key) ?? { count: 0, meters: 0 }
    use.count++
    use.meters += meters[i + 1]! - meters[i]!
    uses.set(key, use)
  }
  let repeated = 0
  for (const use of uses.values()) if (use.count > 1) repeated += use.meters
  const total = meters.at(-1) ?? 0
  return total > 0 ? repeated / total : 0
}
