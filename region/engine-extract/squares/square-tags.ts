import type { OsmTags } from '../../osm/index.ts'

const squareHighways = new Set(['pedestrian', 'footway'])
/** For these the engine's builder drops a closed way, whatever else it is. */
const areaKeys = ['area', 'building', 'landuse', 'leisure', 'natural']

/** A way that is an area for people on foot. */
export function isSquareWay(tags: OsmTags): boolean {
  return tags.area === 'yes' && squareHighways.has(tags.highway ?? '')
}

/** A multipolygon that is an area for people on foot. */
export function isSquareRelation(tags: OsmTags): boolean {
  const isArea = tags.type === 'multipolygon' && tags.area !== 'no'
  return isArea && squareHighways.has(tags.highway ?? '')
}

function without(tags: OsmTags, keys: readonly string[]): OsmTags {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !keys.includes(key)))
}

/**
 * The outline of a square as a line that people can walk along. The builder of Valhalla 3.6.1 drops every
 * way with `area=yes`. A way that outlines a multipolygon gets its tags.
 */
export function asOutline(tags: OsmTags, square: OsmTags): OsmTags {
  return { ...without(tags, areaKeys), ...without(square, [...areaKeys, 'type']) }
}

const walkingKeys = new Set([
  'highway',
  'access',
  'foot',
  'bicycle',
  'wheelchair',
  'surface',
  'smoothness',
  'lit',
  'name',
  'layer',
  'level',
  'bridge',
  'tunnel',
  'covered',
])

/** The tags of a way across a square: what matters on foot or by bicycle. */
export function crossingTags(square: OsmTags): OsmTags {
  return Object.fromEntries(
    Object.entries(square).filter(([key]) => walkingKeys.has(key) || key.startsWith('name:')),
  )
}

/** Whether people on foot may use the square. */
export function isWalkable({ access, foot }: OsmTags): boolean {
  const isClosed = (value: string | undefined): boolean => value === 'no' || value === 'private'
  return foot === undefined ? !isClosed(access) : !isClosed(foot)
}
