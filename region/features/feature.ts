import type { LandCover } from '../../lib/landscape/index.ts'

/** What is drawn as an area of land cover; `unknown` is what nothing is drawn on. */
export type MappedLandCover = Exclude<LandCover, 'unknown'>

/**
 * What an object is to somebody on the ground. An object may be several: a motorway is a road too, a
 * cliff is scenic too. Lines may come as polygons (a square, a pier): then their inside is it as well.
 *
 * - `land_cover:…` polygons only. `land_cover:water` is open water: lakes, ponds, wide rivers, the sea.
 * - `road` for motor traffic, motorways included, on bridges too; not in tunnels.
 * - `motorway` barrier: a road nobody crosses on foot. Not where it is on a bridge or in a tunnel.
 * - `path` for feet, hoofs and bicycles, tracks included.
 * - `railway` barrier: tracks in use on the ground. Not on a bridge or in a tunnel.
 * - `linear` railways, walls, fences, hedges, tree rows, power lines, embankments, cutlines.
 * - `stream` drainage that can be stepped over or waded: streams, ditches, drains.
 * - `river` rivers and wide canals by their middle line: drainage, and a barrier of water.
 * - `cliff` barrier.
 * - `structure` buildings, ruins, shelters, huts.
 * - `scenic` what is prominent or attracts: viewpoints, peaks, cliffs, bridges, towers, castles.
 * - `crossing` clears every barrier where it lies: bridges and tunnels to be walked, fords, level crossings.
 * - `passage` clears the barriers `motorway` and `railway` only: where these lead over what is below,
 *   or under what is above. Not a way over water.
 */
export type GroundKind =
  | `land_cover:${MappedLandCover}`
  | 'road'
  | 'motorway'
  | 'path'
  | 'railway'
  | 'linear'
  | 'stream'
  | 'river'
  | 'cliff'
  | 'structure'
  | 'scenic'
  | 'crossing'
  | 'passage'

/** Longitude and latitude in turn, degrees of WGS 84. Rings have their first point again at the end. */
export type Vertices = Float64Array

export type GroundShape =
  | { type: 'point'; at: readonly [lon: number, lat: number] }
  /** At least two points. */
  | { type: 'line'; line: Vertices }
  /** Outer and inner rings alike: inside is where a line outwards crosses them an odd number of times. */
  | { type: 'polygon'; rings: readonly Vertices[] }

/** Something on the map that says what the ground is like. */
export interface GroundFeature {
  /** `osm:way/1`, for messages; the sea is `sea`. */
  id: string
  kinds: readonly GroundKind[]
  shape: GroundShape
  /**
   * Of land covers, 0 to 255: where areas overlap the one of the higher rank is what the ground is, of
   * equal ranks the one that comes later. Small areas have higher ranks than wide ones.
   */
  rank?: number
}
