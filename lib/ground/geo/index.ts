export { areaSquareMeters } from './area.ts'
export {
  cumulativeMeters,
  distanceMeters,
  earthRadiusMeters,
  isWithinMeters,
  metersPerDegree,
} from './distance.ts'
export {
  eccentricitySquared,
  equatorialRadiusMeters,
  flattening,
  marginDegrees,
  metersPerDegreeEast,
  metersPerDegreeNorth,
} from './ellipsoid.ts'
export {
  type BBox,
  type Feature,
  type FeatureCollection,
  type Geometry,
  type LineString,
  type MultiPolygon,
  makeFeatureCollection,
  type Point,
  type Polygon,
  type Position,
} from './geojson.ts'
export { type GeodesicMeasure, measureGeodesic } from './measure.ts'
export { MeasuredLine, type NearestOnLine } from './measured-line.ts'
export { PointInRings } from './point-in-rings.ts'
export {
  decodeMicrodegrees,
  decodePolyline,
  encodePolyline,
  polylinePrecision,
} from './polyline.ts'
export {
  type Bounds,
  computeBounds,
  intersectBounds,
  type LatLon,
  wrapDegrees,
} from './position.ts'
export {
  countResampled,
  measureGeodesics,
  measureGeodesicsInSteps,
  type ResampledLine,
  resample,
  resampleInSteps,
} from './resample.ts'
export {
  makeRounder,
  roundConfidence,
  roundCoordinate,
  roundMeters,
  roundPercent,
  roundPosition,
  roundSeconds,
} from './rounding.ts'
export { straighten } from './straighten.ts'
