import { maxBufferMeters, maxPositions, maxRadiusMeters } from '../schemas/index.ts'

/** Limits of areas. Each error message names the limit that was exceeded. */
export const areaLimits = {
  circleRadiusMeters: maxRadiusMeters,
  polygonSquareKilometers: 25,
  /** Maximum number of positions of a line, or of all rings of a polygon together. */
  positions: maxPositions,
  bufferMeters: maxBufferMeters,
  pathKilometers: 100,
  /**
   * Maximum length times twice the buffer: at most 19,700 hexagons where H3's are smallest, 6.1 MB as GeoJSON of the
   * 6.2 MB that a response may have.
   */
  corridorSquareKilometers: 25,
  /** Maximum area of a segment or of searched ground, which may reach beyond the search area. */
  overlaySquareKilometers: 500,
  /** Maximum number of positions of all segments, or of all searched ground, together. */
  overlayPositions: 10_000,
  /** Maximum distance from the middle of the area to any point of it, because the ground in between is read too. */
  reachKilometers: 25,
} as const

/** Areas smaller than this get the finer hexagons. */
export const fineBelowSquareMeters = 3e6
