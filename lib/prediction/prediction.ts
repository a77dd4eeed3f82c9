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

/** Weight of each ecoregion. Weights add up to 1; absent ecoregions have weight 0. */
export type EcoregionWeights = Readonly<Partial<Record<Ecoregion, number>>>

export type Confidence = 'high' | 'medium' | 'low'

/** A position in the axis order of GeoJSON. */
export type LonLat = readonly [lon: number, lat: number]

/** The area to search. */
export type SearchArea =
  | { type: 'circle'; center: LatLon; radiusMeters: number }
  | { type: 'polygon'; rings: readonly (readonly LonLat[])[] }
  | { type: 'path'; line: readonly LonLat[]; bufferMeters: number }

/** A validated polygon. */
export interface CheckedPolygon {
  /** Closed rings: the outer ring first, then holes. */
  rings: readonly (readonly LonLat[])[]
  middle: LatLon
  /** Geodesic area without the holes. */
  squareMeters: number
}

/** A named part of the ground, such as one that a team can search. */
export interface Segment {
  name: string
  polygon: CheckedPolygon
}

/** Ground that was searched without finding the person: a polygon or hexagons. */
export type Search = ({ polygon: CheckedPolygon } | { hexes: readonly string[] }) & {
  /** Probability that the search finds a person who is there. */
  probabilityOfDetection: number
}

/** An azimuthal equidistant plane: metres east and north of its centre. */
export interface LocalPlane {
  center: LatLon
  toPlane(place: LatLon): { east: number; north: number }
  /** Projects a place given in Earth-centred coordinates, metres. */
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
  /** Longitudes from -180 to 180. */
  lons: Float64Array
  /** Centres on the plane, metres. */
  east: Float64Array
  north: Float64Array
  /** Six indexes into the columns per hexagon; -1 where the neighbour is not in the area. */
  neighbours: Int32Array
  /** Area of a hexagon, practically equal for all. */
  hexSquareMeters: number
  /**
   * Points spread evenly over a hexagon, metres from its centre: 37 at resolution 10, 19 at 11. Every point
   * represents the same share of the hexagon.
   */
  pattern: readonly { east: number; north: number }[]
  /** Geodesic area of the search area. */
  areaSquareMeters: number
}

/** A missing person, with the place, the time and the weather. */
export interface Incident {
  profile: Profile
  area: SearchArea
  datetime: Date
  ageYears?: number | undefined
  /** Direction of travel when last seen, degrees: 0 is north, 90 east. */
  initialBearingDegrees?: number | undefined
  /** Undefined for neutral weather. */
  weather?: Weather | undefined
  weatherSource: 'request' | 'lookup' | 'neutral'
  /** Whether the weather lookup failed. */
  weatherUnavailable?: boolean
  /** Minutes since the person was last seen. */
  elapsedMinutes?: number | undefined
  transport?: Transport | undefined
  /** Radius around a circle's centre within which the origin is uniformly distributed. */
  originUncertaintyMeters?: number | undefined
  segments?: readonly Segment[]
  searches?: readonly Search[]
}

/** Percentages of the probability inside an area; a search planner works through these regions from first to last. */
export const regionPercents = [25, 50, 75, 90, 95] as const

/** The smallest set of hexagons that contains a given share of the probability inside an area. */
export interface Region {
  /** Percentage of the probability inside the area and the cone. */
  percent: (typeof regionPercents)[number]
  /** Number of hexagons: the first ones in order of probability. */
  hexes: number
  squareMeters: number
  /** Total probability of the hexagons. */
  probability: number
}

/** The probability of a segment. */
export interface SegmentProbability {
  name: string
  probability: number
  /** Geodesic area of the whole segment. */
  squareMeters: number
  /** Area of the part covered by hexagons of the results. */
  insideSquareMeters: number
}

/** Ranked hexagons in columns, without the hexagons that the cone removed. */
export interface Prediction {
  resolution: 10 | 11
  /** As in {@link HexGrid}. */
  hexSquareMeters: number
  /** H3 indexes, best first; equal scores by probability, then by index. */
  ids: readonly string[]
  lats: Float64Array
  lons: Float64Array
  /** Add up to 1 - `coneRemovedMass`, minus `outsideMass` where it is known. */
  probabilities: Float64Array
  scores: Uint8Array
  /** Ecoregion with the largest weight. */
  ecoregion: Ecoregion
  ecoregionWeights: EcoregionWeights
  /** Undefined along a path, because how many people leave a path is unknown. */
  outsideMass?: number | undefined
  coneRemovedMass: number
  regions: readonly Region[]
  /** In the order of the incident's segments. */
  segments?: readonly SegmentProbability[] | undefined
  /** Probability, before the searches, that they would have found the person. */
  successProbability?: number | undefined
  /** The nearest mapped ground, when the origin lies on open water or outside the data. */
  suggestedOrigin?: LatLon | undefined
  confidence: Confidence
  /** Assumptions and missing data, in sentences. */
  notes: readonly string[]
  modelVersion: string
}
