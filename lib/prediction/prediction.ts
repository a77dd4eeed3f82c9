import type { LatLon } from '#ground/geo'
import type { Weather } from '#ground/weather'

export const profiles = ['despondent', 'dementia_alzheimers'] as const
export type Profile = (typeof profiles)[number]

export const transports = ['foot', 'vehicle', 'unknown'] as const
export type Transport = (typeof transports)[number]

export const ecoregions = [
  'temperate_mountainous',
  'temperate_flat',
  'dry_mountainous',
  'dry_flat',
  'urban',
] as const
export type Ecoregion = (typeof ecoregions)[number]

/** How much each ecoregion counts; they add up to 1, and those left out count nothing. */
export type EcoregionWeights = Readonly<Partial<Record<Ecoregion, number>>>

export type Confidence = 'high' | 'medium' | 'low'

/** A position as GeoJSON has it. */
export type LonLat = readonly [lon: number, lat: number]

/** The area to be searched. */
export type SearchArea =
  | { type: 'circle'; center: LatLon; radiusMeters: number }
  | { type: 'polygon'; rings: readonly (readonly LonLat[])[] }
  | { type: 'path'; line: readonly LonLat[]; bufferMeters: number }

/** A polygon that has been found valid. */
export interface CheckedPolygon {
  /** Closed; the outer one first, then holes. */
  rings: readonly (readonly LonLat[])[]
  middle: LatLon
  /** Geodesic, without the holes. */
  squareMeters: number
}

/** A named part of the ground, such as a team can search. */
export interface Segment {
  name: string
  polygon: CheckedPolygon
}

/** Ground that has been searched without finding the person: a polygon, or hexagons. */
export type Search = ({ polygon: CheckedPolygon } | { hexes: readonly string[] }) & {
  /** Probability with which the search finds a person who is there. */
  probabilityOfDetection: number
}

/** An azimuthal equidistant plane: metres east and north of its centre. */
export interface LocalPlane {
  center: LatLon
  toPlane(place: LatLon): { east: number; north: number }
  /** A place by its Earth-centred coordinates, metres. */
  fromEarthCentred(x: number, y: number, z: number): { east: number; north: number }
  toGlobe(east: number, north: number): LatLon
}

/** The hexagons of an area, in columns, ordered by their H3 indexes as text. */
export interface HexGrid {
  area: SearchArea
  resolution: 10 | 11
  plane: LocalPlane
  /** H3 indexes, ascending. */
  ids: readonly string[]
  lats: Float64Array
  /** -180 to 180. */
  lons: Float64Array
  /** Centres on the plane, metres. */
  east: Float64Array
  north: Float64Array
  /** Six for each hexagon: indexes into the columns, -1 where the neighbour is not in the area. */
  neighbours: Int32Array
  /** Area of a hexagon, as good as equal for all. */
  hexSquareMeters: number
  /**
   * Points spread evenly over a hexagon, metres from its centre: 37 at resolution 10, 19 at 11. Every
   * point stands for the same share of it.
   */
  pattern: readonly { east: number; north: number }[]
  /** Geodesic area of the search area. */
  areaSquareMeters: number
}

/** A missing person, where and when, and the weather. */
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
  /** The weather lookup failed. */
  weatherUnavailable?: boolean
  /** Since the person was last seen. */
  elapsedMinutes?: number | undefined
  transport?: Transport | undefined
  /** The origin is anywhere within this distance of a circle's centre alike. */
  originUncertaintyMeters?: number | undefined
  segments?: readonly Segment[]
  searches?: readonly Search[]
}

/** Of the probability inside an area; a search planner works through them from the first to the last. */
export const regionPercents = [25, 50, 75, 90, 95] as const

/** The fewest hexagons that hold a share of the probability inside an area. */
export interface Region {
  /** Of the probability inside the area, of what the cone keeps. */
  percent: (typeof regionPercents)[number]
  /** Number of hexagons: the first ones in order of probability. */
  hexes: number
  squareMeters: number
  /** What the hexagons hold together. */
  probability: number
}

/** The probability of a segment. */
export interface SegmentProbability {
  name: string
  probability: number
  /** Geodesic, of the whole segment. */
  squareMeters: number
  /** Of its part in hexagons of the results. */
  insideSquareMeters: number
}

/** Ranked hexagons in columns, without those that the cone removed. */
export interface Prediction {
  resolution: 10 | 11
  /** As in {@link HexGrid}. */
  hexSquareMeters: number
  /** Best first; equal scores by probability, then by index. */
  ids: readonly string[]
  lats: Float64Array
  lons: Float64Array
  /** They add up to 1 - coneRemovedMass, less `outsideMass` where that is known. */
  probabilities: Float64Array
  scores: Uint8Array
  /** The one that counts most. */
  ecoregion: Ecoregion
  ecoregionWeights: EcoregionWeights
  /** Undefined along a path: how many people leave one is not known. */
  outsideMass?: number | undefined
  coneRemovedMass: number
  regions: readonly Region[]
  /** In the order of the incident. */
  segments?: readonly SegmentProbability[] | undefined
  /** Of the searches: probability, before them, that they would have found the person. */
  successProbability?: number | undefined
  /** The nearest ground where the origin lies on open water or beyond the data. */
  suggestedOrigin?: LatLon | undefined
  confidence: Confidence
  /** Assumptions and missing data, in sentences. */
  notes: readonly string[]
  modelVersion: string
}
