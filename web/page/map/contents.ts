import { areaSquareMeters } from '#ground/geo'
import { formatArea, formatDistance, formatPosition, toLetter } from '../format.ts'
import type { Waypoint } from '../state.ts'
import { AlongLine, type LinePoint } from './along.ts'
import type { DrawnFeature, DrawnProperties } from './drawing.ts'

export type { DrawnFeature, DrawnProperties }

/** A drawn item, as an entry of a list. */
export interface MapItem {
  key: string
  name: string
  /** Length, area, number of shapes or position, as text. */
  note: string
  color?: string | undefined
  features: readonly DrawnFeature[]
}

const kindNames: Readonly<Record<DrawnProperties['kind'], string>> = {
  route: 'Route',
  alternate: 'Other route',
  area: 'Area',
  trace: 'Line',
  place: 'Place',
  dot: 'Points',
  cell: 'Hexagons',
}

/** Lists the items on the map: the stops, then the drawn features. Features of one item form one entry. */
export function listMapItems(
  features: readonly DrawnFeature[],
  points: readonly Waypoint[],
): MapItem[] {
  const groups = new Map<string, DrawnFeature[]>()
  for (const [i, each] of features.entries()) {
    const { kind, item } = each.properties
    if (item === '') continue
    // Each place is an entry of its own, even if another place has the same name.
    const key = kind === 'place' ? `place/${i}` : `${kind}/${item ?? each.properties.label ?? ''}`
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  const drawn = [...groups].map(([key, group]) => {
    const { kind, item, label, color } = group[0]!.properties
    const isOneColor = group.every(({ properties }) => properties.color === color)
    const name = item ?? label ?? kindNames[kind]
    return { key, name, note: describeGroup(group), features: group, ...(isOneColor && { color }) }
  })
  return [...points.map(describeStop), ...drawn]
}

function describeStop(point: Waypoint, index: number): MapItem {
  const { lat, lon, label } = point
  const geometry = { type: 'Point' as const, coordinates: [lon, lat] as [number, number] }
  return {
    key: `stop/${index}`,
    name: label ? `${toLetter(index)}: ${label}` : toLetter(index),
    note: formatPosition(point),
    features: [{ type: 'Feature', geometry, properties: { kind: 'place' } }],
  }
}

function describeGroup(group: readonly DrawnFeature[]): string {
  let [meters, squareMeters] = [0, 0]
  for (const { geometry } of group) {
    if (geometry?.type === 'LineString')
      meters += new AlongLine(geometry.coordinates as unknown as LinePoint[]).lengthMeters
    else if (geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon')
      squareMeters += areaSquareMeters(geometry)
  }
  const { kind } = group[0]!.properties
  return [
    (kind === 'cell' || kind === 'dot') && String(group.length),
    meters > 0 && formatDistance(meters),
    squareMeters > 0 && formatArea(squareMeters),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Collects the positions of features, at any depth of nesting. */
export function collectPositions(features: readonly DrawnFeature[]): LinePoint[] {
  return features.flatMap(({ geometry }) =>
    geometry && 'coordinates' in geometry ? flattenPositions(geometry.coordinates) : [],
  )
}

function flattenPositions(coordinates: unknown): LinePoint[] {
  if (!Array.isArray(coordinates)) return []
  if (typeof coordinates[0] === 'number') return [coordinates as unknown as LinePoint]
  return coordinates.flatMap(flattenPositions)
}
