import { describe, expect, test } from 'vitest'
import { areaSquareMeters, metersPerDegreeEast, metersPerDegreeNorth } from '#ground/geo'

/** A box of degrees as a ring. */
function box(west: number, south: number, size: number): [number, number][] {
  const [east, north] = [west + size, south + size]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

describe('the area of a polygon', () => {
  test.each([0, 42.5, -60, 89])(
    'equals width times height for a small box at %s degrees',
    (lat) => {
      const expected = 0.001 ** 2 * metersPerDegreeNorth(lat) * metersPerDegreeEast(lat)
      const area = areaSquareMeters({
        type: 'Polygon',
        coordinates: [box(1.5, lat - 0.0005, 0.001)],
      })
      expect(area / expected).toBeCloseTo(1, 6)
    },
  )

  test('equals 510,065,622 km² for the whole ellipsoid', () => {
    const halves = [-180, 0].map((west) => [
      [
        [west, -90],
        [west + 90, -90],
        [west + 179.999999, -90],
        [west + 179.999999, 90],
        [west + 90, 90],
        [west, 90],
        [west, -90],
      ] as [number, number][],
    ])
    const area = areaSquareMeters({ type: 'MultiPolygon', coordinates: halves })
    expect(area / 1e6).toBeCloseTo(510_065_622, -2)
  })

  test('leaves out holes, adds parts, and takes the shorter way across 180 degrees', () => {
    const one = areaSquareMeters({ type: 'Polygon', coordinates: [box(10, 40, 0.1)] })
    const hole = areaSquareMeters({ type: 'Polygon', coordinates: [box(10.02, 40.02, 0.01)] })
    const coordinates = [box(10, 40, 0.1), box(10.02, 40.02, 0.01)]
    expect(areaSquareMeters({ type: 'Polygon', coordinates })).toBeCloseTo(one - hole, 3)
    const parts = [[box(10, 40, 0.1)], [box(20, 40, 0.1)]]
    expect(areaSquareMeters({ type: 'MultiPolygon', coordinates: parts })).toBeCloseTo(2 * one, 3)
    const across = box(179.95, 40, 0.1).map(([lon, lat]): [number, number] => [
      lon > 180 ? lon - 360 : lon,
      lat,
    ])
    expect(areaSquareMeters({ type: 'Polygon', coordinates: [across] })).toBeCloseTo(one, 3)
  })
})
