import { gridDisk, latLngToCell } from 'h3-js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OperationTool } from '#platform/mcp'
import { truth } from '../../../demo-island/index.ts'
import { tools } from '../../../functions/mcp/tools/index.ts'
import { predict } from '../../../functions/predict/contract.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

const { lat, lon: lng } = truth.lakesideRoad.from
const request = {
  profile: 'dementia_alzheimers',
  area: { type: 'circle', center: { lat, lng }, radius_m: 1500 },
  params: { datetime: '2026-03-14T16:30:00+01:00', disableWeather: true },
}
const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [lng + west, lat + south],
      [lng + east, lat + south],
      [lng + east, lat + north],
      [lng + west, lat + north],
      [lng + west, lat + south],
    ],
  ],
})
const shore = { name: 'Shore', geometry: box(-0.004, -0.003, 0.006, 0.002) }
const everything = box(-0.1, -0.1, 0.1, 0.1)

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON.
type Json = any
let call: (change: object) => Promise<{ status: number; json: Json }>
beforeAll(async () => {
  const caller = { ...(await newCaller(100_000_000)), grants: ['predict'] }
  const handler = await handlerOf(predict)
  call = async (change) => {
    const { statusCode, body } = await handler(
      proxyEvent({ body: { ...request, ...change }, caller }),
    )
    return { status: statusCode, json: JSON.parse(body) }
  }
})

describe('segments of a request', () => {
  test('are returned with probability, areas and density, in JSON and GeoJSON', async () => {
    const segments = [shore, { name: 'All', geometry: everything }]
    const { json } = await call({ segments })
    const [first, all] = json.summary.segments
    expect(first).toMatchObject({ name: 'Shore' })
    expect(first.inside_km2).toBeCloseTo(first.area_km2, 3)
    expect(first.density_per_km2).toBeCloseTo(first.probability / first.inside_km2, 3)
    expect(all.probability + json.summary.outside_mass).toBeCloseTo(1, 5)
    expect(all.area_km2).toBeGreaterThan(100 * all.inside_km2 * 0.2)
    const geojson = await call({ segments, format: 'geojson' })
    expect(geojson.json.summary.segments).toEqual(json.summary.segments)
    expect(geojson.json.features[0].properties).toEqual(json.results[0])
  })

  test.each<[string, object, string, RegExp]>([
    ['without a name', { geometry: everything }, 'segments.0.name', /is required/],
    ['with an empty name', { ...shore, name: '' }, 'segments.0.name', /at least 1/],
    ['with a long name', { ...shore, name: 'x'.repeat(101) }, 'segments.0.name', /at most 100/],
    ['with a line break in its name', { ...shore, name: 'a\nb' }, 'segments.0.name', /no control/],
    ['without a geometry', { name: 'x' }, 'segments.0.geometry', /is required/],
    ['with another field', { ...shore, colour: 'red' }, 'segments.0.colour', /not a known field/],
    [
      'that crosses itself',
      {
        name: 'x',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
              [0, 0],
            ].map(([x, y]) => [lng + x! / 100, lat + y! / 100]),
          ],
        },
      },
      'segments.0.geometry.coordinates.0',
      /crosses itself/,
    ],
    [
      'over its area',
      { name: 'x', geometry: box(-0.2, -0.1, 0.2, 0.1) },
      'segments.0.geometry.coordinates',
      /may enclose 500/,
    ],
  ])('are refused: a segment %s', async (_, segment, path, message) => {
    const { status, json } = await call({ segments: [segment] })
    expect(status).toBe(400)
    expect(json.details[0]).toMatchObject({ path, message: expect.stringMatching(message) })
  })

  test('are limited to 100, and to 10,000 positions together', async () => {
    const many = await call({ segments: Array.from({ length: 101 }, () => shore) })
    expect(many.json.details[0]).toEqual({
      path: 'segments',
      message: 'must have at most 100 items',
    })
    const circle = Array.from({ length: 1999 }, (_, i) => {
      const turn = (2 * Math.PI * i) / 1999
      return [lng + 0.01 * Math.cos(turn), lat + 0.01 * Math.sin(turn)]
    })
    const round = { type: 'Polygon', coordinates: [[...circle, circle[0]]] }
    const fine = (count: number) =>
      call({ segments: Array.from({ length: count }, () => ({ name: 'x', geometry: round })) })
    expect((await fine(5)).status).toBe(200)
    expect((await fine(6)).json.details[0]).toEqual({
      path: 'segments',
      message: 'must have at most 10,000 positions in all; they have 12,000',
    })
  })
})

test('the tool for assistants describes regions, segments and probabilities', async () => {
  const { json } = await call({ segments: [shore] })
  const tool = tools.find(({ name }) => name === 'predict_missing_person')!
  const text = (tool as OperationTool).describe(json, {}, 'compact')
  const [, half] = json.summary.regions
  const [{ probability, lat: top, lng: topLng }] = json.top_results
  const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`
  expect(text).toContain(`50 % of what lies inside: ${half.hexes} hexagons, ${half.area_km2} km2`)
  expect(text).toContain(`"Shore": ${percent(json.summary.segments[0].probability)}`)
  expect(text).toContain(`${percent(probability)}, score 30 of 30, at ${top}, ${topLng}`)
})

describe('searched ground of a request', () => {
  const hexes = (count: number, resolution = 10) =>
    gridDisk(latLngToCell(lat, lng, resolution), 5).slice(0, count)

  test('updates probabilities inside and outside', async () => {
    const before = (await call({ segments: [shore] })).json
    const searched = [{ geometry: shore.geometry, probability_of_detection: 0.8 }]
    const after = (await call({ segments: [shore], searched })).json
    const [prior] = before.summary.segments
    const success = 0.8 * prior.probability
    expect(after.summary.searched).toEqual({
      searches: 1,
      probability_of_success: expect.closeTo(success, 5),
    })
    expect(after.summary.segments[0].probability).toBeCloseTo(
      (prior.probability * 0.2) / (1 - success),
      5,
    )
    expect(after.summary.outside_mass).toBeCloseTo(before.summary.outside_mass / (1 - success), 5)
    expect(before.summary).not.toHaveProperty('searched')
  })

  test('may consist of hexagons of the answer', async () => {
    const before = (await call({})).json
    const [top] = before.top_results
    const { json } = await call({ searched: [{ hexes: [top.hex], probability_of_detection: 0.5 }] })
    const after = json.results.find(({ hex }: Json) => hex === top.hex)
    expect(after.probability).toBeCloseTo(top.probability / 2 / (1 - top.probability / 2), 6)
  })

  test('leaves only the mass outside when it covers everything with certainty', async () => {
    const { status, json } = await call({
      searched: [{ geometry: everything, probability_of_detection: 1 }],
    })
    expect(status).toBe(200)
    expect(json.summary.outside_mass).toBe(1)
    expect(json.results.every(({ score, probability }: Json) => score + probability === 0)).toBe(
      true,
    )
    expect(json.summary.notes.join(' ')).toMatch(/the person is outside/)
  })

  test.each<[string, object, string, RegExp]>([
    ['without a POD', { hexes: hexes(1) }, 'searched.0.probability_of_detection', /is required/],
    [
      'with a POD over 1',
      { hexes: hexes(1), probability_of_detection: 1.01 },
      'searched.0.probability_of_detection',
      /at most 1/,
    ],
    [
      'with a POD below 0',
      { hexes: hexes(1), probability_of_detection: -0.1 },
      'searched.0.probability_of_detection',
      /at least 0/,
    ],
    ['nowhere', { probability_of_detection: 0.5 }, 'searched.0', /either geometry or hexes/],
    [
      'twice over',
      { hexes: hexes(1), geometry: everything, probability_of_detection: 0.5 },
      'searched.0',
      /either geometry or hexes/,
    ],
    [
      'without hexagons',
      { hexes: [], probability_of_detection: 0.5 },
      'searched.0.hexes',
      /at least 1/,
    ],
    [
      'with hexagons of another resolution',
      { hexes: [...hexes(2), ...hexes(1, 11)], probability_of_detection: 0.5 },
      'searched.0.hexes.2',
      /must be an H3 index of resolution 10, which this area has, not 11/,
    ],
    [
      'with something that is no hexagon',
      { hexes: ['8a1fb46622dffff0'], probability_of_detection: 0.5 },
      'searched.0.hexes.0',
      /must be an H3 index of resolution 10/,
    ],
  ])('is refused: an entry %s', async (_, search, path, message) => {
    const { status, json } = await call({ searched: [search] })
    expect(status).toBe(400)
    expect(json.details[0]).toMatchObject({ path, message: expect.stringMatching(message) })
  })
})
