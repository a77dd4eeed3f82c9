import type { Vertices } from '../features/index.ts'
import { allocateLine } from './lines-in-chunks.ts'

/**
 * A shape in units of tiles at some zoom level; at zoom level 0 the world is 1 by 1. Vertices are `x, y` in turn; x
 * grows eastwards, y southwards. Each polygon is an outer ring, clockwise on the screen, followed by its holes,
 * counter-clockwise.
 */
export type MapShape =
  | { type: 'point'; at: readonly [x: number, y: number] }
  | { type: 'line'; lines: readonly Vertices[] }
  | { type: 'polygon'; polygons: readonly (readonly Vertices[])[] }

/** Latitude limit of Web Mercator, at which the world is a square. */
const maxLat = 85.0511287798066

/** Projects a position into the world of zoom level 0. */
export function projectPosition(lon: number, lat: number): [x: number, y: number] {
  return [projectX(lon), projectY(lat)]
}

function projectX(lon: number): number {
  return lon / 360 + 0.5
}

function projectY(lat: number): number {
  const limited = Math.max(-maxLat, Math.min(maxLat, lat))
  const sine = Math.sin((limited * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

/** Projects degrees, `lon, lat` in turn, into the world of zoom level 0, `x, y` in turn. */
export function projectLine(line: Vertices): Vertices {
  const result = allocateLine(line.length)
  for (let i = 0; i < line.length; i += 2) {
    result[i] = projectX(line[i]!)
    result[i + 1] = projectY(line[i + 1]!)
  }
  return result
}

export function scaleLine(line: Vertices, factor: number): Vertices {
  const result = allocateLine(line.length)
  for (let i = 0; i < line.length; i++) result[i] = line[i]! * factor
  return result
}
