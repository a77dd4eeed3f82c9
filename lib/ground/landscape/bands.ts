/**
 * The bands of `features.tif`, in the order in which the region build writes them: one byte per pixel
 * and band, on a subdivision of the terrain's grid.
 */
export const bands = [
  /** {@link landCovers}; {@link outsideDataByte} beyond the data. */
  'land_cover',
  /** Distances to the nearest of its kind, {@link distanceFromByte}: drivable roads, motorways included. */
  'road',
  /** Footways, paths, tracks, steps, cycle and bridle ways. */
  'path',
  /** The edge of open water: lakes, rivers, ponds, the sea. 0 on and along the shoreline. */
  'water',
  /** Streams, ditches, drains, and rivers drawn as lines. */
  'drainage',
  /** Buildings, ruins, shelters, huts. 0 inside. */
  'structure',
  /** The line between wood and what is not wood. */
  'wood_edge',
  /**
   * Other linear features: railways, walls, fences, hedges, embankments. Older builds have power lines,
   * pipelines and aerialways in it, too.
   */
  'linear',
  /** Prominent or scenic features: viewpoints, cliffs, bridges, ruins, peaks, towers. */
  'scenic',
  /** Degrees, 0 to 90, rounded. */
  'slope',
  /** Highest minus lowest ground within 250 m, in steps of 4 m; 254 is 1,016 m or more. */
  'relief',
  /** Bits of {@link barriers}; 0 where a bridge, ford or crossing leads over them. */
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

/** Land cover by its byte; unmapped ground is `unknown`. */
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

/** The byte of a land cover. */
export function landCoverByte(cover: LandCover): number {
  return landCovers.indexOf(cover)
}

/** The byte of `land_cover` beyond the data. */
export const outsideDataByte = 255

/** Metres of one step of a distance band. */
export const distanceStepMeters = 2

/** The byte of a distance band for 509 m and more. */
export const farAwayByte = 255

/** Metres of a byte of a distance band; infinite for {@link farAwayByte}. */
export function distanceFromByte(byte: number): number {
  return byte === farAwayByte ? Number.POSITIVE_INFINITY : byte * distanceStepMeters
}

/** The byte of a distance. */
export function distanceByte(meters: number): number {
  return Math.min(farAwayByte, Math.round(meters / distanceStepMeters))
}

/** Bits of the `barrier` band. */
export const barriers = { motorway: 1, railway: 2, water: 4, cliff: 8 } as const

export type Barrier = keyof typeof barriers

/** Metres of one step of the `relief` band. */
export const reliefStepMeters = 4
