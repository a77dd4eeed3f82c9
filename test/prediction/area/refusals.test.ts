import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#platform/errors'
import type { SearchArea } from '#prediction'
import { buildHexGrid } from '#prediction'
import { runs } from '../../setup/suite.ts'

type Ring = [number, number][]

const polygon = (...rings: Ring[]): SearchArea => ({ type: 'polygon', rings })
const path = (line: Ring, bufferMeters = 50): SearchArea => ({ type: 'path', line, bufferMeters })
const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const outer = box(7, 46, 7.04, 46.04)
const line = (count: number, step: number): Ring =>
  Array.from({ length: count }, (_, i) => [7 + i * step, 46])

function refusalOf(area: SearchArea): { path: string; message: string } {
  try {
    buildHexGrid(area)
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).code).toBe('bad_request')
    const [detail] = (error as ApiError).fields.details as { path: string; message: string }[]
    expect((error as ApiError).message).toBe(`${detail!.path} ${detail!.message}.`)
    return detail!
  }
  throw new Error('the area was taken')
}

describe('the refusal of an area', () => {
  const rings = 'area.geometry.coordinates'
  const cases: [string, SearchArea, string, RegExp][] = [
    [
      'a circle without a radius',
      { type: 'circle', center: { lat: 46, lon: 7 }, radiusMeters: 0 },
      'area.radius_m',
      /more than 0 and at most 5000 metres/,
    ],
    [
      'a circle too large',
      { type: 'circle', center: { lat: 46, lon: 7 }, radiusMeters: 5000.1 },
      'area.radius_m',
      /at most 5000/,
    ],
    [
      'a circle nowhere',
      { type: 'circle', center: { lat: Number.NaN, lon: 7 }, radiusMeters: 10 },
      'area.center.lat',
      /between -90 and 90/,
    ],
    ['no ring', polygon(), rings, /must have a ring/],
    [
      'a ring of three',
      polygon([
        [7, 46],
        [7.01, 46],
        [7, 46],
      ]),
      `${rings}.0`,
      /at least 4 positions/,
    ],
    [
      'a ring that is open',
      polygon(outer.slice(0, 4).concat([[7.001, 46.001]])),
      `${rings}.0`,
      /not closed/,
    ],
    [
      'a latitude where a longitude is',
      polygon([
        [46, 97],
        [46, 97.1],
        [46.1, 97.1],
        [46, 97],
      ]),
      `${rings}.0.0.1`,
      /latitude.*positions are \[lng, lat\]/,
    ],
    [
      'a longitude beyond the globe',
      polygon(box(179.99, 1, 180.01, 1.01)),
      `${rings}.0.1.0`,
      /longitude and must be between -180 and 180/,
    ],
    [
      'a bow tie',
      polygon([
        [7, 46],
        [7.04, 46.04],
        [7.04, 46],
        [7, 46.04],
        [7, 46],
      ]),
      `${rings}.0`,
      /crosses itself near .*edges 0 and 2 meet/,
    ],
    [
      'an eight through one position',
      polygon([
        [7, 46],
        [7.02, 46.02],
        [7.04, 46],
        [7.04, 46.04],
        [7.02, 46.02],
        [7, 46.04],
        [7, 46],
      ]),
      `${rings}.0`,
      /comes to one position twice/,
    ],
    [
      'a position on another edge',
      polygon([
        [7, 46],
        [7.04, 46],
        [7.04, 46.02],
        [7.02, 46],
        [7, 46.02],
        [7, 46],
      ]),
      `${rings}.0`,
      /crosses itself/,
    ],
    [
      'a line there and back',
      polygon([
        [7, 46],
        [7, 46.01],
        [7, 46.02],
        [7, 46],
      ]),
      rings,
      /no area/,
    ],
    [
      'one position four times',
      polygon([
        [7, 46],
        [7, 46],
        [7, 46],
        [7, 46],
      ]),
      `${rings}.0`,
      /3 different positions/,
    ],
    [
      'a hole outside',
      polygon(outer, box(7.1, 46, 7.11, 46.01)),
      `${rings}.1`,
      /inside the first ring/,
    ],
    [
      'a hole over the edge',
      polygon(outer, box(7.03, 46.01, 7.05, 46.02)),
      `${rings}.0`,
      /crosses ring 1/,
    ],
    [
      'a hole in a hole',
      polygon(outer, box(7.01, 46.01, 7.03, 46.03), box(7.015, 46.015, 7.02, 46.02)),
      `${rings}.2`,
      /overlaps the hole of ring 1/,
    ],
    ['a hole as large as all', polygon(outer, outer), rings, /no area/],
    [
      'too large a polygon',
      polygon(box(7, 46, 7.07, 46.05)),
      rings,
      /encloses 30\.2 km2 and may enclose 25/,
    ],
    [
      'a polygon around half of the globe',
      polygon(box(-90, -80, 90, 80)),
      rings,
      /more than 25 km from its middle/,
    ],
    ['a long sliver', polygon(box(7, 46, 8, 46.0001)), rings, /more than 25 km/],
    [
      'too many positions',
      polygon([...line(2001, 1e-6), [7, 46.01], [7, 46]]),
      rings,
      /at most 2,000 positions in all; it has 2003/,
    ],
    ['a path of one position', path([[7, 46]]), rings, /at least 2 positions/],
    [
      'a path without length',
      path([
        [7, 46],
        [7, 46],
      ]),
      rings,
      /no length: ask for a circle/,
    ],
    [
      'a path without a buffer',
      path(line(2, 0.01), 0),
      'area.buffer_m',
      /more than 0 and at most 500/,
    ],
    ['a path too wide', path(line(2, 0.01), 501), 'area.buffer_m', /at most 500/],
    [
      'a path to the other side of the globe',
      path([
        [7, 46],
        [-173, -46],
      ]),
      rings,
      /more than 25 km from its middle/,
    ],
    [
      'a path that goes on and on',
      path(Array.from({ length: 100 }, (_, i) => [7 + (i % 2) * 0.02, 46 + i * 0.0001])),
      rings,
      /is 153\.\d km long and may be 100/,
    ],
    [
      'a corridor too large',
      path(
        [
          [6.7, 46],
          [7.3, 46],
          [6.8, 46.001],
        ],
        400,
      ),
      rings,
      /corridor of 68\.\d km2 .* have 25: lower buffer_m/,
    ],
    [
      'a path with a bend nowhere',
      path([
        [7, 46],
        [7, Number.POSITIVE_INFINITY],
      ]),
      `${rings}.1.1`,
      /latitude/,
    ],
  ]
  test.each(cases)('names the field and the reason: %s', (_, area, where, why) => {
    const refusal = refusalOf(area)
    expect(refusal.path).toBe(where)
    expect(refusal.message).toMatch(why)
  })
})

describe('an unusual but valid area', () => {
  test.each<[string, SearchArea]>([
    [
      'a hole that touches the outer ring',
      polygon(outer, [
        [7, 46.02],
        [7.01, 46.01],
        [7.01, 46.03],
        [7, 46.02],
      ]),
    ],
    ['a ring that goes clockwise', polygon([...outer].reverse())],
    ['a position twice in a row', polygon([outer[0]!, ...outer])],
    [
      'both names of the antimeridian',
      polygon([
        [179.99, 1],
        [180, 1],
        [-180, 1.01],
        [179.99, 1.01],
        [179.99, 1],
      ]),
    ],
    [
      'a path over itself',
      path([
        [7, 46],
        [7.01, 46.01],
        [7.01, 46],
        [7, 46.01],
      ]),
    ],
    [
      'a ring around a pole',
      polygon([
        [0, 89.99],
        [90, 89.99],
        [180, 89.99],
        [-90, 89.99],
        [0, 89.99],
      ]),
    ],
  ])('is accepted: %s', (_, area) => {
    expect(buildHexGrid(area).ids.length).toBeGreaterThan(10)
  })

  test('may enclose up to 25 km2, to the hectare', () => {
    // Degrees of a square at 46 N.
    const side = (kilometers: number) =>
      box(7, 46, 7 + kilometers / 77.4651, 46 + kilometers / 111.1515)
    expect(buildHexGrid(polygon(side(4.999))).areaSquareMeters / 1e6).toBeCloseTo(24.99, 1)
    expect(refusalOf(polygon(side(5.01))).message).toMatch(/may enclose 25/)
  })
})

test('buildHexGrid returns hexagons for any positions, or refuses them with a reason', () => {
  const wild = fc.oneof(
    { weight: 60, arbitrary: fc.integer({ min: -200, max: 200 }).map((value) => value / 1e4) },
    { weight: 4, arbitrary: fc.constantFrom(0, 0.01, -0.01, 1e-9) },
    { weight: 1, arbitrary: fc.double() },
  )
  const ring = fc
    .array(fc.tuple(wild, wild), { minLength: 1, maxLength: 6 })
    .map((offsets) =>
      offsets.map(([x, y]): [number, number] => [x > 0 ? x - 180 : x + 180, 60 + y]),
    )
    .map((open) => (open[0] ? [...open, open[0]] : open))
  const areas = fc.oneof(
    fc
      .array(ring, { minLength: 1, maxLength: 2 })
      .map((rings): SearchArea => ({ type: 'polygon', rings })),
    fc
      .tuple(ring, fc.integer({ min: -1, max: 510 }))
      .map(([line, bufferMeters]): SearchArea => ({ type: 'path', line, bufferMeters })),
  )
  let taken = 0
  fc.assert(
    fc.property(areas, (area) => {
      try {
        const grid = buildHexGrid(area)
        taken++
        expect(grid.ids.length).toBeGreaterThan(0)
        for (const column of [grid.lats, grid.lons, grid.east, grid.north])
          expect(column.every(Number.isFinite)).toBe(true)
        expect(grid.areaSquareMeters).toBeGreaterThan(0)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        expect(error.code).toBe('bad_request')
        expect(error.message).not.toMatch(/undefined|NaN/)
      }
    }),
    { numRuns: runs(200) },
  )
  expect(taken).toBeGreaterThan(runs(200) / 20)
})
