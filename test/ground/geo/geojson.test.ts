import { describe, expect, test } from 'vitest'
import { type Feature, makeFeatureCollection } from '#ground/geo'

const point = (lon: number, lat: number): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties: {},
})

describe('a feature collection', () => {
  test('has a box around all its geometries, west first', () => {
    const collection = makeFeatureCollection([
      point(2, 50),
      {
        type: 'Feature',
        geometry: {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [1, 49],
                [3, 48],
                [1, 49],
              ],
            ],
          ],
        },
        properties: {},
      },
      { type: 'Feature', geometry: null, properties: {} },
    ])
    expect(collection.bbox).toEqual([1, 48, 3, 50])
    expect(collection.features).toHaveLength(3)
  })

  test('has no box without a geometry', () => {
    expect(makeFeatureCollection([])).toEqual({ type: 'FeatureCollection', features: [] })
  })

  test('carries foreign members', () => {
    expect(makeFeatureCollection([point(0, 0)], { narrative: 'short' })).toMatchObject({
      narrative: 'short',
      bbox: [0, 0, 0, 0],
    })
  })
})
