import { describe, expect, test } from 'vitest'
import {
  collectPositions,
  type DrawnFeature,
  type DrawnProperties,
  listMapItems,
} from '../../web/page/map/contents.ts'

const shape = (
  properties: DrawnProperties,
  type: 'LineString' | 'Polygon' | 'Point',
  coordinates: unknown,
): DrawnFeature => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates } as never,
})
const north = (from: number, to: number) => [
  [7, from],
  [7, to],
]
const square = [
  [
    [7, 46],
    [7.01, 46],
    [7.01, 46.01],
    [7, 46.01],
    [7, 46],
  ],
]

describe('the list of map contents', () => {
  test('joins the pieces of a leg, with their total length', () => {
    const pieces = [
      shape({ kind: 'route', item: 'Leg 1', color: 'red' }, 'LineString', north(46, 46.01)),
      shape({ kind: 'route', item: 'Leg 1', color: 'blue' }, 'LineString', north(46.01, 46.02)),
      shape({ kind: 'route', item: 'Leg 2', color: 'blue' }, 'LineString', north(46.02, 46.03)),
    ]
    const [first, second] = listMapItems(pieces, [])
    expect([first!.name, first!.note, first!.color]).toEqual(['Leg 1', '2.2 km', undefined])
    expect([second!.name, second!.note, second!.color]).toEqual(['Leg 2', '1.1 km', 'blue'])
    expect(collectPositions(first!.features)).toHaveLength(4)
  })

  test('shows the size of areas, and keeps places of the same name apart', () => {
    const items = listMapItems(
      [
        shape({ kind: 'area', item: 'Within 5 min' }, 'Polygon', square),
        shape({ kind: 'place', label: 'Inn' }, 'Point', [7, 46]),
        shape({ kind: 'place', label: 'Inn' }, 'Point', [7.1, 46]),
        shape({ kind: 'trace', item: '' }, 'LineString', north(46, 47)),
      ],
      [{ lat: 46.5, lon: 7.5, label: 'Start' }],
    )
    expect(items.map(({ name }) => name)).toEqual(['A: Start', 'Within 5 min', 'Inn', 'Inn'])
    expect(items[0]!.note).toBe('46.50000, 7.50000')
    expect(items[1]!.note).toBe('0.86 km²')
    expect(new Set(items.map(({ key }) => key)).size).toBe(4)
  })
})
