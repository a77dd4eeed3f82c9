import fc from 'fast-check'
import { cellToBoundary, cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js'
import { describe, expect, test } from 'vitest'
import type { Position } from '#ground/geo'
import { predictToGeojson, regionPercents, toHexGeometry } from '#prediction'
import { PredictFeatureCollection, type PredictResponse } from '#prediction/schemas'

const ringsOf = (id: string): Position[][] => {
  const { type, coordinates } = toHexGeometry(id)
  return (type === 'Polygon' ? coordinates : coordinates.flat()) as Position[][]
}

const signedArea = (ring: readonly Position[]) =>
  ring.slice(1).reduce((sum, [lon, lat], i) => sum + (ring[i]![0] * lat - lon * ring[i]![1]) / 2, 0)

const cells = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.double({ min: -89.9, max: 89.9, noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(90, -90, 89.9999, -89.9995) },
    ),
    fc.oneof(
      { weight: 1, arbitrary: fc.double({ min: -180, max: 180, noNaN: true }) },
      { weight: 2, arbitrary: fc.double({ min: 179.998, max: 180, noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(-180, -179.9999, 0) },
    ),
    fc.constantFrom(10, 11),
  )
  .map(([lat, lon, resolution]) => latLngToCell(lat, lon, resolution))

describe('a hexagon as GeoJSON', () => {
  test('has closed rings, counterclockwise, that never cross the antimeridian', () => {
    fc.assert(
      fc.property(cells, (id) => {
        const rings = ringsOf(id)
        expect(rings.length).toBeLessThanOrEqual(2)
        for (const ring of rings) {
          expect(ring.length).toBeGreaterThanOrEqual(4)
          expect(ring.at(-1)).toEqual(ring[0])
          expect(signedArea(ring)).toBeGreaterThan(0)
          for (const [lon, lat] of ring) {
            expect(Math.abs(lon)).toBeLessThanOrEqual(180)
            expect(Math.abs(lat)).toBeLessThanOrEqual(90)
          }
          // Only an edge along a pole may be long.
          ring.slice(1).forEach(([lon, lat], i) => {
            if (Math.abs(lat) < 90 || Math.abs(ring[i]![1]) < 90)
              expect(Math.abs(lon - ring[i]![0])).toBeLessThan(180)
          })
        }
      }),
    )
  })

  test('has the corners of its cell, to within a decimetre', () => {
    fc.assert(
      fc.property(cells, (id) => {
        const found = ringsOf(id).flat()
        for (const [lon, lat] of cellToBoundary(id, true)) {
          const near = found.some(
            ([x, y]) =>
              Math.abs(y - lat!) < 1e-6 && Math.abs(((x - lon! + 540) % 360) - 180) < 1e-6,
          )
          expect(near).toBe(true)
        }
      }),
    )
  })

  test('is split in two over the antimeridian, and is a band around a pole', () => {
    expect(toHexGeometry(latLngToCell(10, 180, 10)).type).toBe('MultiPolygon')
    expect(toHexGeometry(latLngToCell(10, 179, 10)).type).toBe('Polygon')
    const [band] = ringsOf(latLngToCell(-90, 0, 10))
    expect(band).toEqual(
      expect.arrayContaining([
        [-180, -90],
        [180, -90],
      ]),
    )
  })

  test('may be a pentagon', () => {
    for (const id of getPentagons(10)) expect(ringsOf(id)[0]!.length).toBeGreaterThanOrEqual(6)
  })
})

describe('a response as GeoJSON', () => {
  const answerAt = (lat: number, lon: number): PredictResponse => {
    const ids = gridDisk(latLngToCell(lat, lon, 10), 6)
    return {
      profile: 'despondent',
      model_version: '1',
      results: ids.map((hex, i) => ({ hex, score: Math.max(0, 30 - i), probability: 0.001 })),
      top_results: [],
      summary: {
        hex_count: ids.length,
        processing_time_ms: 1,
        resolution: 10,
        area_km2: 1.9,
        outside_mass: 0.5,
        cone_removed_mass: 0,
        regions: regionPercents.map((percent) => ({
          percent,
          hexes: percent,
          area_km2: 0.015 * percent,
          probability: percent / 200,
        })),
        ecoregion: 'urban',
        weather: { source: 'neutral' },
        notes: ['One.'],
      },
      confidence: 'low',
      attribution: 'Somebody',
    }
  }

  test.each([
    [46, 7],
    [0, 180],
    [-65, -179.995],
    [90, 0],
  ])('at %d, %d follows its schema and lies within its bounding box', async (lat, lon) => {
    const answer = answerAt(lat, lon)
    const collection = await predictToGeojson(answer)
    expect(PredictFeatureCollection.safeParse(collection).error).toBeUndefined()
    expect(collection).toMatchObject({
      confidence: 'low',
      model_version: '1',
      attribution: 'Somebody',
    })
    expect(collection).not.toHaveProperty('results')
    expect(collection.features.map(({ properties }) => properties)).toEqual(answer.results)
    const [west, south, east, north] = collection.bbox!
    for (const { hex } of answer.results) {
      const [y, x] = cellToLatLng(hex)
      expect(y > south && y < north).toBe(true)
      expect(west <= east ? x >= west && x <= east : x >= west || x <= east).toBe(true)
    }
    // RFC 7946: in a box over the antimeridian, west is the larger number.
    expect(west > east).toBe(Math.abs(lon) > 179)
    expect(north - south).toBeLessThan(0.03)
  })
})
