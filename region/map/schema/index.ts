/** The layers of the map and the tags that draw in them, after Shortbread 1.0. */
export { areaPlacements } from './areas.ts'
export { type LayerName, layerNames, maxZoom, type Placement } from './layers.ts'
export { linePlacements } from './lines.ts'
export { localNames } from './names.ts'
export { pointPlacements } from './points.ts'
