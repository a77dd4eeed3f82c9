/** A point of the plane, in metres east and north of the origin. */
export interface IslandPoint {
  x: number
  y: number
}

export function distance(a: IslandPoint, b: IslandPoint): number {
  const dx = a.x - b.x
  const dy = a.y - b.y
  return Math.sqrt(dx * dx + dy * dy)
}

/** Returns 0 below `low`, 1 above `high`, and a smooth rise between. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}

export function between(a: IslandPoint, b: IslandPoint, share: number): IslandPoint {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
}

/** Returns the unit vector from a to b. */
export function direction(a: IslandPoint, b: IslandPoint): IslandPoint {
  const length = distance(a, b) || 1
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length }
}

export function lineLength(line: readonly IslandPoint[]): number {
  let sum = 0
  for (let i = 1; i < line.length; i++) sum += distance(line[i - 1]!, line[i]!)
  return sum
}

/** Returns the share of a segment (0 to 1) up to the point nearest to (x, y). */
export function shareAlong(a: IslandPoint, b: IslandPoint, x: number, y: number): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const square = dx * dx + dy * dy
  if (square === 0) return 0
  return Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / square))
}

/** Returns the distance to a line in metres, and the position of the nearest point on it (index plus share). */
export function findNearestOnLine(line: readonly IslandPoint[], x: number, y: number) {
  let square = Number.POSITIVE_INFINITY
  let position = 0
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!
    const b = line[i]!
    const t = shareAlong(a, b, x, y)
    const ex = a.x + (b.x - a.x) * t - x
    const ey = a.y + (b.y - a.y) * t - y
    const found = ex * ex + ey * ey
    if (found < square) {
      square = found
      position = i - 1 + t
    }
  }
  return { distance: Math.sqrt(square), position }
}

/** Returns the point at a distance in metres from the start of a line. */
export function findPointAlong(line: readonly IslandPoint[], meters: number): IslandPoint {
  let left = Math.max(0, meters)
  for (let i = 1; i < line.length; i++) {
    const length = distance(line[i - 1]!, line[i]!)
    if (left <= length && length > 0) return between(line[i - 1]!, line[i]!, left / length)
    left -= length
  }
  return { ...line[line.length - 1]! }
}

/** Returns the same line with a point about every `spacing` metres; its ends stay. */
export function resample(line: readonly IslandPoint[], spacing: number): IslandPoint[] {
  const total = lineLength(line)
  const count = Math.max(1, Math.round(total / spacing))
  const points: IslandPoint[] = []
  for (let i = 0; i <= count; i++) points.push(findPointAlong(line, (total * i) / count))
  return points
}

/** Cuts the corners of a line (Chaikin); its ends stay. */
export function smooth(line: readonly IslandPoint[], rounds: number): IslandPoint[] {
  let points = [...line]
  for (let round = 0; round < rounds && points.length > 2; round++) {
    const next = [points[0]!]
    for (let i = 1; i < points.length; i++) {
      if (i > 1) next.push(between(points[i - 1]!, points[i]!, 0.25))
      if (i < points.length - 1) next.push(between(points[i - 1]!, points[i]!, 0.75))
    }
    next.push(points[points.length - 1]!)
    points = next
  }
  return points
}

/** Moves a line to its left by `meters` (negative: to its right). */
export function offset(line: readonly IslandPoint[], meters: number): IslandPoint[] {
  return line.map((point, i) => {
    const d = direction(line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!)
    return { x: point.x - d.y * meters, y: point.y + d.x * meters }
  })
}

/** Returns the crossing of two segments, as shares along each, or undefined if they do not cross. */
export function findCrossing(a: IslandPoint, b: IslandPoint, c: IslandPoint, d: IslandPoint) {
  const rx = b.x - a.x
  const ry = b.y - a.y
  const sx = d.x - c.x
  const sy = d.y - c.y
  const cross = rx * sy - ry * sx
  if (cross === 0) return undefined
  const t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / cross
  const u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / cross
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? { t, u } : undefined
}

/** Returns a ring's area in square metres, positive if it runs counter-clockwise. */
export function signedArea(ring: readonly IslandPoint[]): number {
  let sum = 0
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!
    const b = ring[(i + 1) % ring.length]!
    sum += a.x * b.y - b.x * a.y
  }
  return sum / 2
}

export function isInRing(ring: readonly IslandPoint[], x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i]!
    const b = ring[j]!
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
