import type { Vertices } from '../features/index.ts'
import { newLine } from './lines-in-chunks.ts'

/**
 * A shape in units of tiles at some zoom level, x eastwards and y southwards in turn; at zoom level 0 the
 * world is 1 by 1. A polygon is an outer ring, clockwise on the screen, and its holes, counter-clockwise.
 */
export type MapShape =
  | { type: 'point'; at: readonly [x: number, y: number] }
  | { type: 'line'; lines: readonly Vertices[] }
  | { type: 'polygon'; polygons: readonly (readonly Vertices[])[] }

/** Web Mercator's limit: north of it the world would not be square. */
const maxLat = 85.0511287798066

/** The place of a position in the world of zoom level 0. */
export function projected(lon: number, lat: number): [x: number, y: number] {
  return [projectedX(lon), projectedY(lat)]
}

function projectedX(lon: number): number {
  return lon / 360 + 0.5
}

function projectedY(lat: number): number {
  const limited = Math.max(-maxLat, Math.min(maxLat, lat))
  const sine = Math.sin((limited * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

/** Longitudes and latitudes to the world of zoom level 0. */
export function projectedLine(line: Vertices): Vertices {
  const result = newLine(line.length)
  for (let i = 0; i < line.length; i += 2) {
    result[i] = projectedX(line[i]!)
    result[i + 1] = projectedY(line[i + 1]!)
  }
  return result
}

export function scaled(line: Vertices, factor: number): Vertices {
  const result = newLine(line.length)
  for (let i = 0; i < line.length; i++) result[i] = line[i]! * factor
  return result
}
