import { describe, expect, test } from 'vitest'
import { encodePolyline } from '#ground/geo'
import { snap } from '../../../functions/routing/snap/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'

const schemas = makeOpenApiDocument([snap]).components!.schemas as Record<string, object>

const shape = [
  { lat: 46.41, lon: -28.43 },
  { lat: 46.42, lon: -28.43 },
]

const pathsOf = (body: Record<string, unknown>) =>
  (snap.input.safeParse(body).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('the contract of snap', () => {
  test.each(snap.examples)('has a valid example: $summary', ({ request }) => {
    expect(snap.input.safeParse(request).error).toBe(undefined)
  })

  test('names its schemas as components', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['SnapRequest', 'SnapResponse', 'SnapEdge', 'MatchedPoint', 'Route']),
    )
  })

  test('costs 700 micro-dollars', () => {
    expect(snap.price).toBe(700)
  })

  test('defaults to a car, and leaves accuracy and search radius to the trace', () => {
    expect(snap.input.parse({ shape })).toEqual({
      shape,
      travel: 'auto',
      elevation_interval: 30,
    })
  })

  test('reads an encoded polyline of up to 20,000 positions', () => {
    const { encoded_polyline } = snap.input.parse({ encoded_polyline: encodePolyline(shape) })
    expect(encoded_polyline).toEqual(shape)
    const long = (count: number) => ({
      encoded_polyline: encodePolyline(Array(count).fill(shape[0])),
    })
    expect(pathsOf(long(20_000))).toEqual([])
    expect(pathsOf(long(20_001))).toEqual(['encoded_polyline'])
  })

  test('accepts equal times, but not decreasing or partly missing ones', () => {
    const timed = (...times: (number | undefined)[]) => ({
      shape: times.map((time, i) => ({ ...shape[i % 2], time })),
    })
    expect(pathsOf(timed(0, 5, 5, 9))).toEqual([])
    expect(pathsOf(timed(0, 5, 4))).toEqual(['shape.2.time'])
    expect(pathsOf(timed(0, undefined, 4))).toEqual(['shape.1.time'])
    expect(pathsOf(timed(undefined, 4))).toEqual(['shape.1.time'])
  })

  test.each([
    [{}, 'shape'],
    [{ shape, encoded_polyline: encodePolyline(shape) }, 'shape'],
    [{ shape: [shape[0]] }, 'shape'],
    [{ shape: Array(20_001).fill(shape[0]) }, 'shape'],
    [{ encoded_polyline: 'not a polyline' }, 'encoded_polyline'],
    [{ encoded_polyline: encodePolyline([shape[0]!]) }, 'encoded_polyline'],
    [{ shape, gps_accuracy: 0.5 }, 'gps_accuracy'],
    [{ shape, search_radius: 101 }, 'search_radius'],
    [{ shape, elevation_interval: 5 }, 'elevation_interval'],
    [{ shape, travel_options: { auto: { hight: 3 } } }, 'travel_options.auto'],
  ])('refuses wrong bodies (case %#) with the path of the wrong field', (body, path) => {
    expect(pathsOf(body)).toEqual([path])
  })
})
