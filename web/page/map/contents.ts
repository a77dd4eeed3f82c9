import { areaSquareMeters } from '#ground/geo'
import { areaText, distanceText, letterOf, positionText } from '../format.ts'
import type { Waypoint } from '../state.ts'
import { AlongLine, type LinePoint } from './along.ts'
import type { DrawnFeature, DrawnProperties } from './drawing.ts'

export type { DrawnFeature, DrawnProperties }

/** Something that is drawn, in words. */
export interface MapItem {
  key: string
  name: string
  /** Its length, its area or its position. */
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

/** What is on the map besides the map: the stops, then what is drawn; shapes of one item are one entry. */
export function contentsOf(
  features: readonly DrawnFeature[],
  points: readonly Waypoint[],
): MapItem[] {
  const groups = new Map<string, DrawnFeature[]>()
  for (const [i, each] of features.entries()) {
    const { kind, item } = each.properties
    if (item === '') continue
    // A place is an entry of its own, also beside another one of its name.
    const key = kind === 'place' ? `place/${i}` : `${kind}/${item ?? each.properties.label ?? ''}`
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  const drawn = [...groups].map(([key, group]) => {
    const { kind, item, label, color } = group[0]!.properties
    const isOneColor = group.every(({ properties }) => properties.color === color)
    const name = item ?? label ?? kindNames[kind]
    return { key, name, note: noteOf(group), features: group, ...(isOneColor && { color }) }
  })
  return [...points.map(stopOf), ...drawn]
}

function stopOf(point: Waypoint, index: number): MapItem {
  const { lat, lon, label } = point
  const geometry = { type: 'Point' as const, coordinates: [lon, lat] as [number, number] }
  return {
    key: `stop/${index}`,
    name: label ? `${letterOf(index)}: ${label}` : letterOf(index),
    note: positionText(point),
    features: [{ type: 'Feature', geometry, properties: { kind: 'place' } }],
  }
}

function noteOf(group: readonly DrawnFeature[]): string {
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
    meters > 0 && distanceText(meters),
    squareMeters > 0 && areaText(squareMeters),
  ]
    .filter(Boolean)
    .join(', ')
}

/** All positions of features, however deep. */
export function positionsOf(features: readonly DrawnFeature[]): LinePoint[] {
  return features.flatMap(({ geometry }) =>
    geometry && 'coordinates' in geometry ? flat(geometry.coordinates) : [],
  )
}

function flat(coordinates: unknown): LinePoint[] {
  if (!Array.isArray(coordinates)) return []
  if (typeof coordinates[0] === 'number') return [coordinates as unknown as LinePoint]
  return coordinates.flatMap(flat)
}
