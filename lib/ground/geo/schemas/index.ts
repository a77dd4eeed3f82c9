/** Schemas of positions and lines. */
export { encodedPolyline } from './encoded-polyline.ts'
export { BoundsSchema, Location } from './location.ts'
