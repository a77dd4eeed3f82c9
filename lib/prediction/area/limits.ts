import { maxBufferMeters, maxPositions, maxRadiusMeters } from '../schemas/index.ts'

/** Limits of areas. Every refusal names the limit it comes from. */
export const areaLimits = {
  circleRadiusMeters: maxRadiusMeters,
  polygonSquareKilometers: 25,
  /** Of a line, or of all rings of a polygon together. */
  positions: maxPositions,
  bufferMeters: maxBufferMeters,
  pathKilometers: 100,
  /**
   * Length times twice the buffer: at most 19,700 hexagons where H3 has its smallest, 6.1 MB as GeoJSON
   * of the 6.2 MB of a response.
   */
  corridorSquareKilometers: 25,
  /** Of a segment or of searched ground: it may reach beyond the area. */
  overlaySquareKilometers: 500,
  /** Of all segments, or of all searched ground, together. */
  overlayPositions: 10_000,
  /** From the middle of the area to any point of it: the ground in between is read too. */
  reachKilometers: 25,
} as const

/** Smaller areas get the finer hexagons. */
export const fineBelowSquareMeters = 3e6
