import { describe, expect, test } from 'vitest'
import { ElevationRequest } from '#ground/elevation/schemas'

const out = { lat: 0, lon: 0 }

describe('a request for elevation', () => {
  const issues = (request: unknown) =>
    ElevationRequest.safeParse(request).error?.issues.map(({ path }) => path.join('.')) ?? []

  test.each([
    ['neither shape nor polyline', {}, ['shape']],
    ['both of them', { shape: [out], encoded_polyline: '??' }, ['encoded_polyline']],
    ['an empty shape', { shape: [] }, ['shape']],
    ['2,001 positions', { shape: Array(2001).fill(out) }, ['shape']],
    ['text that is no polyline', { encoded_polyline: 'a b' }, ['encoded_polyline']],
    ['an empty polyline', { encoded_polyline: '' }, ['encoded_polyline']],
    ['a polyline of 20,001', { encoded_polyline: '??'.repeat(20_001) }, ['encoded_polyline']],
    ['a spacing of half a metre', { shape: [out], resample_distance: 0.5 }, ['resample_distance']],
    ['three decimals', { shape: [out], height_precision: 3 }, ['height_precision']],
    ['a latitude of 91', { shape: [{ lat: 91, lon: 0 }] }, ['shape.0.lat']],
  ])('is refused with %s', (_, request, paths) => {
    expect(issues(request)).toEqual(paths)
  })

  test('may have 2,000 positions, or 20,000 in a polyline', () => {
    expect(issues({ shape: Array(2000).fill(out) })).toEqual([])
    expect(issues({ encoded_polyline: '??'.repeat(20_000) })).toEqual([])
  })
})
