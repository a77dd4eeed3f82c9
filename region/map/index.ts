/** Draws `map.pmtiles`, the vector tiles of a region. */
export { buildMap, type MapRequest } from './build-map.ts'
export { PmtilesWriter } from './pmtiles-writer.ts'
export { nestPolygons } from './polygons.ts'
export { type LayerName, layerNames, maxZoom } from './schema/index.ts'
export type { MapShape } from './shape.ts'
export { simplifyLine } from './simplify.ts'
export { extent, slice, type TilePiece } from './slice.ts'
export { computeTileId, findTileIdAbove } from './tile-id.ts'
