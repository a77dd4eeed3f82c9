import type { LocalPlane } from '../prediction.ts'

/** A point on the plane, metres. */
export interface PlanePoint {
  east: number
  north: number
}

/** A validated area on the plane around its middle. */
export interface PlaneShape {
  plane: LocalPlane
  /** Geodesic area. */
  readonly squareMeters: number
  /** Mean width. A narrow shape also gets the hexagons that its lines cross. */
  widthMeters: number
  /** Distance from the centre of the plane to the farthest point of the shape. */
  reachMeters: number
  contains(east: number, north: number): boolean
  /** The outline of the shape, or the line that it follows. */
  lines: readonly (readonly PlanePoint[])[]
  /** Distance that the shape reaches beyond its lines. */
  beyondMeters: number
  /** Whether the lines enclose ground that may be far from them. */
  encloses: boolean
}

/** Yields the segments of a line, each divided evenly into parts of at most `maxMeters`. */
export function* divideLine(
  line: readonly PlanePoint[],
  maxMeters: number,
): Generator<[from: PlanePoint, to: PlanePoint]> {
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!]
    const [east, north] = [to.east - from.east, to.north - from.north]
    const count = Math.max(1, Math.ceil(Math.hypot(east, north) / maxMeters))
    const at = (k: number) => ({
      east: from.east + (east * k) / count,
      north: from.north + (north * k) / count,
    })
    for (let k = 0; k < count; k++) yield [at(k), at(k + 1)]
  }
}

/** Yields points along a line at most `maxMeters` apart, starting with its first point. */
export function* listPointsAlong(
  line: readonly PlanePoint[],
  maxMeters: number,
): Generator<PlanePoint> {
  if (line[0]) yield line[0]
  for (const [, to] of divideLine(line, maxMeters)) yield to
}
