/**
 * Bands of `features.tif`, in the order in which the region build writes them: one byte per pixel and band, on a
 * subdivision of the terrain's grid.
 */
export const bands = [
  /** {@link landCovers}; {@link outsideDataByte} beyond the data. */
  'land_cover',
  /**
   * Distance to the nearest drivable road, motorways included. This band and the following ones store distances to
   * the nearest feature of a kind, {@link decodeDistance}.
   */
  'road',
  /** Footways, paths, tracks, steps, cycle and bridle ways. */
  'path',
  /** Edge of open water: lakes, rivers, ponds, the sea. 0 on and along the shoreline. */
  'water',
  /** Streams, ditches, drains, and rivers drawn as lines. */
  'drainage',
  /** Buildings, ruins, shelters, huts. 0 inside. */
  'structure',
  /** Edge of woodland. */
  'wood_edge',
  /**
   * Other linear features: railways, walls, fences, hedges, embankments. Older builds also include power lines,
   * pipelines and aerialways.
   */
  'linear',
  /** Prominent or scenic features: viewpoints, cliffs, bridges, ruins, peaks, towers. */
  'scenic',
  /** Slope, degrees, 0 to 90, rounded. */
  'slope',
  /** Highest minus lowest ground within 250 m, in steps of 4 m; 254 is 1,016 m or more. */
  'relief',
  /** Bits of {@link barriers}; 0 if a bridge, ford or crossing leads over them. */
  'barrier',
] as const

export type Band = (typeof bands)[number]

/** Bands whose bytes are distances. */
export const distanceBands = [
  'road',
  'path',
  'water',
  'drainage',
  'structure',
  'wood_edge',
  'linear',
  'scenic',
] as const satisfies readonly Band[]

export type DistanceBand = (typeof distanceBands)[number]

/** Land covers, by their byte; unmapped ground is `unknown`. */
export const landCovers = [
  'unknown',
  'wood',
  'scrub',
  'open',
  'field',
  'built_up',
  'rock',
  'wetland',
  'water',
  'sand',
  'ice',
] as const

export type LandCover = (typeof landCovers)[number]

/** Returns the byte of a land cover. */
export function encodeLandCover(cover: LandCover): number {
  return landCovers.indexOf(cover)
}

/** Byte of `land_cover` beyond the data. */
export const outsideDataByte = 255

/** Step of a distance band, metres. */
export const distanceStepMeters = 2

/** Byte of a distance band for 509 m and more. */
export const farAwayByte = 255

/** Converts a byte of a distance band to metres; infinite for {@link farAwayByte}. */
export function decodeDistance(byte: number): number {
  return byte === farAwayByte ? Number.POSITIVE_INFINITY : byte * distanceStepMeters
}

/** Converts a distance to its byte. */
export function encodeDistance(meters: number): number {
  return Math.min(farAwayByte, Math.round(meters / distanceStepMeters))
}

/** Bits of the `barrier` band. */
export const barriers = { motorway: 1, railway: 2, water: 4, cliff: 8 } as const

export type Barrier = keyof typeof barriers

/** Step of the `relief` band, metres. */
export const reliefStepMeters = 4
