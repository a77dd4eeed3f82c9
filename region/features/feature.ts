import type { LandCover } from '#ground/landscape'

/** Land covers that are drawn; ground without any stays `unknown`. */
export type MappedLandCover = Exclude<LandCover, 'unknown'>

/**
 * Kinds of ground features. A feature may have several: a motorway is a road too, a cliff is scenic too. Line kinds
 * may come as polygons (a square, a pier) and then apply to the inside.
 * - `land_cover:…` polygons only. `land_cover:water` is open water: lakes, ponds, wide rivers, the sea.
 * - `road` for motor traffic, motorways included, on bridges too; not in tunnels.
 * - `motorway` barrier: a road that cannot be crossed on foot; not on bridges or in tunnels.
 * - `path` for walking, riding and cycling, tracks included.
 * - `railway` barrier: tracks in use on the ground; not on bridges or in tunnels.
 * - `linear` railways, walls, fences, hedges, tree rows, embankments, cutlines.
 * - `stream` drainage that can be waded: streams, ditches, drains.
 * - `river` centre lines of rivers and wide canals: drainage and a water barrier.
 * - `cliff` barrier.
 * - `structure` buildings, ruins, shelters, huts.
 * - `scenic` prominent or attractive: viewpoints, peaks, cliffs, bridges, towers, castles.
 * - `crossing` clears every barrier at its place: bridges and tunnels for walkers, fords, level crossings.
 * - `passage` clears only the barriers `motorway` and `railway`, where these lead over or under something; it does not
 *   cross water.
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

/** Longitude and latitude in turn, degrees of WGS 84. Rings end with their first point. */
export type Vertices = Float64Array

export type GroundShape =
  | { type: 'point'; at: readonly [lon: number, lat: number] }
  /** A line of at least two points. */
  | { type: 'line'; line: Vertices }
  /** Outer and inner rings in any order, filled by the even-odd rule. */
  | { type: 'polygon'; rings: readonly Vertices[] }

/** A map object that describes the ground. */
export interface GroundFeature {
  /** `osm:way/1`, for messages; `sea` for the sea. */
  id: string
  kinds: readonly GroundKind[]
  shape: GroundShape
  /**
   * Drawing order of land covers, 0 to 255. Where areas overlap, the one with the higher rank wins, and among equal
   * ranks the later one. Smaller areas have higher ranks.
   */
  rank?: number
}
