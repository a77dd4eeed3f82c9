/** Polygons over the hexagons of a grid: shares of hexagons, and areas where several overlap. */

export { type CoveredHex, HexCover } from './hex-cover.ts'
export { layeredSquareMeters } from './layered-area.ts'
export { planePolygon } from './plane-polygon.ts'
export type { PlaneRing } from './ring.ts'
export { WorkLimit } from './work-limit.ts'
