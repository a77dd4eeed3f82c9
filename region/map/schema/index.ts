/** Layers of the map and the tags that are drawn in them, after Shortbread 1.0. */
export { areaPlacements } from './areas.ts'
export { type LayerName, layerNames, maxZoom, type Placement } from './layers.ts'
export { placeLine } from './lines.ts'
export { selectNames } from './names.ts'
export { placePoint } from './points.ts'
