/** Overlays polygons on the hexagons of a grid: shares of hexagons, and areas where several polygons overlap. */

export { type CoveredHex, HexCover } from './hex-cover.ts'
export { measureLayers } from './layered-area.ts'
export { projectPolygon } from './plane-polygon.ts'
export type { PlaneRing } from './ring.ts'
export { WorkLimit } from './work-limit.ts'
