import type { LatLon } from '../geo/index.ts'
import type { Weather } from '../weather/index.ts'

export const profiles = ['despondent', 'dementia_alzheimers'] as const
export type Profile = (typeof profiles)[number]

export const ecoregions = [
  'temperate_mountainous',
  'temperate_flat',
  'dry_mountainous',
  'dry_flat',
  'urban',
] as const
export type Ecoregion = (typeof ecoregions)[number]

export type Confidence = 'high' | 'medium' | 'low'

/** Where is searched. Rings and lines are `[lon, lat]` as in GeoJSON. */
export type SearchArea =
  | { type: 'circle'; center: LatLon; radiusMeters: number }
  | { type: 'polygon'; rings: readonly (readonly (readonly [number, number])[])[] }
  | { type: 'path'; line: readonly (readonly [number, number])[]; bufferMeters: number }

/** A plane touching the globe, azimuthal equidistant: metres east and north of its centre. */
export interface LocalPlane {
  center: LatLon
  toPlane(place: LatLon): { east: number; north: number }
  toGlobe(east: number, north: number): LatLon
}

/**
 * The hexagons of an area, in columns. The order is that of the H3 indexes as text, so that it does not
 * depend on how the area was walked through.
 */
export interface HexGrid {
  area: SearchArea
  resolution: 10 | 11
  plane: LocalPlane
  /** H3 indexes, ascending. */
  ids: readonly string[]
  lats: Float64Array
  /** -180 to 180. */
  lons: Float64Array
  /** Of the centres on the plane, metres. */
  east: Float64Array
  north: Float64Array
  /** Six for each hexagon: indexes into the columns, -1 where the neighbour is not in the area. */
  neighbours: Int32Array
  /** Of one hexagon, as good as equal for all of them. */
  hexSquareMeters: number
  /**
   * Points spread evenly over a hexagon, metres from its centre: 37 at resolution 10, 19 at 11. Every
   * point stands for the same share of it.
   */
  pattern: readonly { east: number; north: number }[]
  /** Geodesic area of what was asked for. */
  areaSquareMeters: number
}

/** What is known of the missing person and of the hour. */
export interface Incident {
  profile: Profile
  area: SearchArea
  datetime: Date
  ageYears?: number | undefined
  /** 0 is north, 90 east. */
  initialBearingDegrees?: number | undefined
  /** Undefined: neutral. */
  weather?: Weather | undefined
  weatherSource: 'request' | 'lookup' | 'neutral'
  /** Weather was wanted and could not be had. */
  weatherUnavailable?: boolean
}

/** The answer in columns; cells removed by the cone are not in it. */
export interface Prediction {
  resolution: 10 | 11
  /** Best first; equal scores by probability, then by index. */
  ids: readonly string[]
  lats: Float64Array
  lons: Float64Array
  /** Of the hexagon; they add up to 1 - outsideMass - coneRemovedMass. */
  probabilities: Float64Array
  scores: Uint8Array
  ecoregion: Ecoregion
  outsideMass: number
  coneRemovedMass: number
  confidence: Confidence
  /** Whole sentences: what was assumed, what was missing. */
  notes: readonly string[]
  modelVersion: string
}
