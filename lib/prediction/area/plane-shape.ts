import type { LocalPlane } from '../prediction.ts'

/** A place on the plane, metres. */
export interface PlanePoint {
  east: number
  north: number
}

/** An area that has been checked, on the plane around its middle. */
export interface PlaneShape {
  plane: LocalPlane
  /** Geodesic. */
  readonly squareMeters: number
  /** The mean width; hexagons that a narrow shape crosses count as in it. */
  widthMeters: number
  /** How far the shape goes from the centre of the plane. */
  reachMeters: number
  contains(east: number, north: number): boolean
  /** The lines that bound the shape, or that it follows. */
  lines: readonly (readonly PlanePoint[])[]
  /** How far the shape goes beyond its lines. */
  beyondMeters: number
  /** Whether the lines enclose ground that is far from them. */
  encloses: boolean
}

/** Points along a line, from its first on, never farther apart than `step`. */
export function* along(line: readonly PlanePoint[], step: number): Generator<PlanePoint> {
  if (line[0]) yield line[0]
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!]
    const [east, north] = [to.east - from.east, to.north - from.north]
    const count = Math.max(1, Math.ceil(Math.hypot(east, north) / step))
    for (let k = 1; k <= count; k++) {
      yield { east: from.east + (east * k) / count, north: from.north + (north * k) / count }
    }
  }
}
