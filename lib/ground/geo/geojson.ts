/** Position of RFC 7946: longitude first. */
export type Position = [lon: number, lat: number] | [lon: number, lat: number, ele: number]

export interface Point {
  type: 'Point'
  coordinates: Position
}

export interface LineString {
  type: 'LineString'
  coordinates: Position[]
}

export interface Polygon {
  type: 'Polygon'
  coordinates: Position[][]
}

export interface MultiPolygon {
  type: 'MultiPolygon'
  coordinates: Position[][][]
}

export type Geometry = Point | LineString | Polygon | MultiPolygon

export interface Feature<
  G extends Geometry | null = Geometry | null,
  P extends object = Record<string, unknown>,
> {
  type: 'Feature'
  /** Box of the feature that the geometry represents, such as a street or a town shown as a point. */
  bbox?: BBox
  geometry: G
  properties: P
}

export type BBox = [west: number, south: number, east: number, north: number]

export interface FeatureCollection {
  type: 'FeatureCollection'
  /** Absent when no feature has a geometry. */
  bbox?: BBox
  features: Feature[]
}

/** Makes a FeatureCollection with the `bbox` of all geometries in it, and any foreign members. */
export function makeFeatureCollection<Foreign extends object = object>(
  features: Feature[],
  foreign?: Foreign,
): FeatureCollection & Foreign {
  const box: BBox = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { geometry } of features) if (geometry) extend(box, geometry.coordinates)
  return {
    type: 'FeatureCollection',
    ...(box[0] <= box[2] && { bbox: box }),
    ...(foreign as Foreign),
    features,
  }
}

type Nested = Position | Nested[]

function extend(box: BBox, coordinates: Nested): void {
  if (isPosition(coordinates)) {
    const [lon, lat] = coordinates
    if (lon < box[0]) box[0] = lon
    if (lat < box[1]) box[1] = lat
    if (lon > box[2]) box[2] = lon
    if (lat > box[3]) box[3] = lat
  } else {
    for (const inner of coordinates) extend(box, inner)
  }
}

function isPosition(coordinates: Nested): coordinates is Position {
  return typeof coordinates[0] === 'number'
}
