import type { Waypoint } from './state.ts'

/** A polygon from a file. */
export interface SearchPolygon {
  name: string
  geometry: { type: 'Polygon'; coordinates: number[][][] }
  /** Probability from 0 to 1; absent if the file does not state it. */
  probabilityOfDetection?: number
}

/** Contents of the files of a prediction. They are too long for the URL. */
export interface PredictFiles {
  path?: { name: string; points: readonly Waypoint[] } | undefined
  segments?: { name: string; grounds: readonly SearchPolygon[] } | undefined
  searched?: { name: string; grounds: readonly SearchPolygon[] } | undefined
}
