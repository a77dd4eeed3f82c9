import type { Waypoint } from './state.ts'

/** A polygon of a file. */
export interface SearchPolygon {
  name: string
  geometry: { type: 'Polygon'; coordinates: number[][][] }
  /** 0 to 1; undefined where the file says nothing. */
  probabilityOfDetection?: number
}

/** What was read from files: too long for the URL. */
export interface PredictFiles {
  path?: { name: string; points: readonly Waypoint[] } | undefined
  segments?: { name: string; grounds: readonly SearchPolygon[] } | undefined
  searched?: { name: string; grounds: readonly SearchPolygon[] } | undefined
}
