import { maxBufferMeters, maxPositions, maxRadiusMeters } from '../schemas/index.ts'

/** What an area may be. Every refusal names the limit it comes from. */
export const areaLimits = {
  circleRadiusMeters: maxRadiusMeters,
  polygonSquareKilometers: 25,
  /** Of a line, and of all the rings of a polygon together. */
  positions: maxPositions,
  bufferMeters: maxBufferMeters,
  pathKilometers: 100,
  /**
   * Length times twice the buffer. Where H3 has its smallest hexagons that is 19,700 of them, as GeoJSON
   * 5.4 MB of the 6 an answer may have.
   */
  corridorSquareKilometers: 25,
  /** How far anything of the area may be from the middle of it: the ground in between is read too. */
  reachKilometers: 25,
} as const

/** Areas smaller than this are drawn with the finer hexagons. */
export const fineBelowSquareMeters = 3e6
