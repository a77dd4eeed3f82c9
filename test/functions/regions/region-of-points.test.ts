import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RegionExtent, regionsOfPoints } from '../../../functions/regions/index.ts'
import { ApiError } from '../../../lib/errors/index.ts'

const box = (
  name: string,
  south: number,
  west: number,
  north: number,
  east: number,
): RegionExtent => ({
  name,
  bounds: { min_lat: south, min_lon: west, max_lat: north, max_lon: east },
})
const iberia = box('iberia', 36, -10, 44, 4)
const andorra = box('andorra', 42.4, 1.4, 42.7, 1.8)
const porto = box('porto', 40.9, -8.8, 41.4, -8.3)
const inAndorra = { lat: 42.5, lon: 1.5 }
const inPorto = { lat: 41.15, lon: -8.6 }
const atSea = { lat: 10, lon: -30 }

describe('the regions that may answer for points', () => {
  test('are those whose box has all points, the smallest first', () => {
    expect(regionsOfPoints([inAndorra], [iberia, andorra, porto])).toEqual(['andorra', 'iberia'])
    expect(regionsOfPoints([inAndorra, inPorto], [porto, iberia, andorra])).toEqual(['iberia'])
  })

  test('reach 2 km beyond their box, after those that have the point inside', () => {
    const east = box('east', 42.4, 1.8, 42.7, 3)
    const [beside, far] = [1.81, 1.83].map((lon) => ({ lat: 42.5, lon }))
    expect(regionsOfPoints([beside!], [andorra, east])).toEqual(['east', 'andorra'])
    expect(regionsOfPoints([far!], [andorra, east])).toEqual(['east'])
    expect(regionsOfPoints([beside!], [andorra, porto])).toEqual(['andorra'])
  })

  test('are none where the points lie in two that no single one covers: both are named', () => {
    const ask = () => regionsOfPoints([inAndorra, inPorto, inAndorra], [andorra, porto])
    expect(ask).toThrow(
      'The request lies in the regions andorra and porto, which are served apart from each other',
    )
    expect(ask).toThrow(
      expect.objectContaining({
        code: 'across_regions',
        status: 422,
        fields: { regions: ['andorra', 'porto'] },
      }),
    )
  })

  test('leave a point in no region to the region of the others, or to the nearest', () => {
    expect(regionsOfPoints([atSea, inPorto], [andorra, porto])).toEqual(['porto'])
    expect(regionsOfPoints([atSea], [andorra, porto])).toEqual(['porto'])
    expect(regionsOfPoints([{ lat: 60, lon: 10 }], [porto, andorra])).toEqual(['andorra'])
  })

  test('have every point that any region has, or are refused', () => {
    const degrees = fc.integer({ min: 0, max: 20 })
    const extent = fc.tuple(degrees, degrees, degrees, degrees).map(([a, b, c, d]) => ({
      min_lat: Math.min(a, b),
      max_lat: Math.max(a, b),
      min_lon: Math.min(c, d),
      max_lon: Math.max(c, d),
    }))
    const point = fc.record({ lat: degrees, lon: degrees })
    const has = ({ bounds: b }: RegionExtent, p: { lat: number; lon: number }) =>
      p.lat >= b.min_lat && p.lat <= b.max_lat && p.lon >= b.min_lon && p.lon <= b.max_lon
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 4 }),
        fc.array(extent, { minLength: 1, maxLength: 4 }),
        (points, boxes) => {
          const extents = boxes.map((bounds, i) => ({ name: `r${i}`, bounds }))
          const known = points.filter((p) => extents.some((each) => has(each, p)))
          const whole = extents.filter((each) => known.every((p) => has(each, p)))
          try {
            const names = regionsOfPoints(points, extents)
            expect(names.length).toBeGreaterThan(0)
            if (known.length > 0)
              expect(names).toEqual(expect.arrayContaining(whole.map((w) => w.name)))
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError)
            expect(whole).toEqual([])
          }
        },
      ),
    )
  })
})
