import type { OsmTags } from '../../osm/index.ts'

const squareHighways = new Set(['pedestrian', 'footway'])
/** Keys that make the engine's builder drop a closed way, whatever its other tags. */
const areaKeys = ['area', 'building', 'landuse', 'leisure', 'natural']

/** Whether a way is an area for people on foot. */
export function isSquareWay(tags: OsmTags): boolean {
  return tags.area === 'yes' && squareHighways.has(tags.highway ?? '')
}

/** Whether a relation is a multipolygon for people on foot. */
export function isSquareRelation(tags: OsmTags): boolean {
  const isArea = tags.type === 'multipolygon' && tags.area !== 'no'
  return isArea && squareHighways.has(tags.highway ?? '')
}

function omitKeys(tags: OsmTags, keys: readonly string[]): OsmTags {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !keys.includes(key)))
}

/**
 * Returns the tags of a square's outline as a line that people can walk along. The builder of Valhalla 3.6.1 drops
 * every way with `area=yes`. A way that outlines a multipolygon gets the multipolygon's tags.
 */
export function toOutline(tags: OsmTags, square: OsmTags): OsmTags {
  return { ...omitKeys(tags, areaKeys), ...omitKeys(square, [...areaKeys, 'type']) }
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

/** Returns the tags of a way across a square that matter on foot or by bicycle. */
export function selectCrossingTags(square: OsmTags): OsmTags {
  return Object.fromEntries(
    Object.entries(square).filter(([key]) => walkingKeys.has(key) || key.startsWith('name:')),
  )
}

/** Whether people on foot may use the square. */
export function isWalkable({ access, foot }: OsmTags): boolean {
  const isClosed = (value: string | undefined): boolean => value === 'no' || value === 'private'
  return foot === undefined ? !isClosed(access) : !isClosed(foot)
}
