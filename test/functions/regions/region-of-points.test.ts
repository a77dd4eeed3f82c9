import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CoveredCells } from '#ground/coverage'
import type { Bounds } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { type Data, RegionExtent, rankRegions } from '../../../functions/regions/index.ts'

const box = (south: number, west: number, north: number, east: number): Bounds => ({
  min_lat: south,
  min_lon: west,
  max_lat: north,
  max_lon: east,
})

interface Extent {
  /** Boxes covered with roads. */
  roads: readonly Bounds[]
  /** Box in the header of the extract. */
  header?: Bounds
  elevation?: readonly Bounds[]
}

function region(
  name: string,
  { roads, header, elevation = [] }: Extent,
  zoom?: number,
): RegionExtent {
  const cells = new CoveredCells(zoom)
  for (const each of roads) cells.addBox(each)
  const coverage = {
    cells: cells.quadkeys().join(' '),
    areas: cells.areas(),
    elevation: [...elevation],
  }
  return new RegionExtent({ name, bounds: header ?? roads[0]!, coverage })
}

const world = box(-90, -180, 90, 180)
const iberia = region('iberia', { roads: [box(36, -10, 44, 4)] })
const andorra = region('andorra', {
  roads: [box(42.4, 1.4, 42.7, 1.8)],
  elevation: [box(42, 1, 43, 2)],
})
const porto = region('porto', { roads: [box(40.9, -8.8, 41.4, -8.3)] })
const wide = region('wide', { roads: [box(55.7, 37.5, 55.9, 37.7)], header: box(0, 0, 90, 180) })
const inAndorra = { lat: 42.5, lon: 1.5 }
const inPorto = { lat: 41.15, lon: -8.6 }
const atSea = { lat: 10, lon: -30 }
const nullIsland = { lat: 0, lon: 0 }

describe('the regions that may answer for points', () => {
  test('have roads around all points, and the smallest comes first', () => {
    expect(rankRegions([inAndorra], [iberia, andorra, porto])).toEqual(['andorra', 'iberia'])
    expect(rankRegions([inAndorra, inPorto], [porto, iberia, andorra])).toEqual(['iberia'])
  })

  test('include a region whose box alone contains the points only when no other covers them all', () => {
    const outside = { lat: 42.5, lon: 1.0 }
    expect(rankRegions([inAndorra, inAndorra, outside], [wide, andorra])).toEqual([
      'andorra',
      'wide',
    ])
    expect(rankRegions([outside], [wide, andorra])).toEqual(['andorra', 'wide'])
    const apart = () => rankRegions([inAndorra, { lat: 55.8, lon: 37.6 }], [wide, andorra])
    expect(apart).toThrow(expect.objectContaining({ code: 'across_regions' }))
  })

  test('cover distant parts of a region, which comes last for points between its parts', () => {
    const france = region('france', {
      roads: [box(45, 0, 48, 6), box(-21.4, 55.2, -20.9, 55.8)],
      header: box(-21.4, 0, 48, 55.8),
    })
    const kenya = region('kenya', { roads: [box(-4, 34, 4, 41)] })
    expect(rankRegions([{ lat: -21, lon: 55.5 }], [kenya, france])).toEqual(['france'])
    expect(rankRegions([{ lat: 0, lon: 37 }], [france, kenya])).toEqual(['kenya', 'france'])
  })

  test('reach 2 km beyond their roads, after regions that contain the point', () => {
    const east = region('east', { roads: [box(42.4, 1.8, 42.7, 3)] })
    const inside = { lat: 42.55, lon: 1.9 }
    expect(rankRegions([inside], [andorra, east])).toEqual(['east'])
    const onBorder = { lat: 42.55, lon: 1.805 }
    expect(rankRegions([onBorder], [andorra, east]).toSorted()).toEqual(['andorra', 'east'])
    expect(rankRegions([{ lat: 42.55, lon: 1.385 }], [andorra, porto])).toEqual(['andorra'])
  })

  test('are none, with both named, when the points lie in two regions and no single one covers them', () => {
    const ask = () => rankRegions([inAndorra, inPorto, inAndorra], [andorra, porto])
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

  test('are the region of the other points, or the nearest, for a point outside every region', () => {
    expect(rankRegions([atSea, inPorto], [andorra, porto])).toEqual(['porto'])
    expect(rankRegions([atSea], [andorra, porto])).toEqual(['porto'])
    expect(rankRegions([{ lat: 60, lon: 10 }], [porto, andorra])).toEqual(['andorra'])
    const fiji = region('fiji', { roads: [box(-18, 177, -17, 179.5)] })
    expect(rankRegions([{ lat: -17, lon: -179 }], [porto, fiji])).toEqual(['fiji'])
  })

  test('are chosen for heights by their elevation data', () => {
    const spain = region('spain', { roads: [box(42, 0.5, 42.4, 1.9)] })
    const inSpain = { lat: 42.2, lon: 1.2 }
    expect(rankRegions([inSpain], [spain, andorra], 'roads')).toEqual(['spain'])
    expect(rankRegions([inSpain], [spain, andorra], 'elevation')).toEqual(['andorra', 'spain'])
    expect(rankRegions([inPorto], [porto, andorra], 'elevation')).toEqual(['porto'])
  })

  test.each(['elevation', 'ground'] as const)(
    'all have %s when a point lies outside every region',
    (data: Data) => {
      for (const point of [nullIsland, { lat: 90, lon: 0 }, { lat: -90, lon: 180 }, atSea])
        expect(rankRegions([point], [porto, andorra, iberia], data)).toEqual(['andorra'])
    },
  )

  test('include every region that contains all known points, or the request is refused', () => {
    // Steps of 4 degrees: a point outside a box is then in no cell beside it, which would count as near.
    const degrees = fc.integer({ min: 0, max: 20 }).map((steps) => 4 * steps)
    const extent = fc
      .tuple(degrees, degrees, degrees, degrees)
      .map(([a, b, c, d]) => box(Math.min(a, b), Math.min(c, d), Math.max(a, b), Math.max(c, d)))
    const point = fc.record({ lat: degrees, lon: degrees })
    const has = (b: Bounds, p: { lat: number; lon: number }) =>
      p.lat >= b.min_lat && p.lat <= b.max_lat && p.lon >= b.min_lon && p.lon <= b.max_lon
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 4 }),
        fc.array(extent, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (points, boxes, isWide) => {
          const extents = boxes.map((roads, i) => {
            const header = isWide ? world : roads
            return { roads, extent: region(`r${i}`, { roads: [roads], header }, 8) }
          })
          const known = points.filter((p) => extents.some(({ roads }) => has(roads, p)))
          const whole = extents.filter(({ roads }) => known.every((p) => has(roads, p)))
          try {
            const names = rankRegions(
              points,
              extents.map(({ extent }) => extent),
            )
            expect(names.length).toBeGreaterThan(0)
            if (known.length > 0)
              expect(names).toEqual(expect.arrayContaining(whole.map((w) => w.extent.name)))
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError)
            expect(whole).toEqual([])
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})
