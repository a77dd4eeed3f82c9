import { describe, expect, test } from 'vitest'
import { isochrone } from '../../../functions/routing/isochrone/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'

const document = makeOpenApiDocument([isochrone])
const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

const at = { lat: 46.413945, lon: -28.435479 }

function issuesOf(body: Record<string, unknown>): [string, string][] {
  const { error } = isochrone.input.safeParse({
    locations: [at],
    contours: [{ time: 10 }],
    ...body,
  })
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
}

describe('the contract of isochrone', () => {
  test.each(isochrone.examples)('has a valid example: $summary', ({ request }) => {
    expect(isochrone.input.safeParse(request).error).toBe(undefined)
  })

  test('names its schemas as components and requires contours', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'IsochroneRequest',
        'IsochroneContour',
        'Contour',
        'ContourGeometry',
      ]),
    )
    expect(schemas.IsochroneRequest!.required).toEqual(['contours'])
  })

  test('costs 2,000 micro-dollars', () => {
    expect(isochrone.price).toBe(2_000)
  })

  test('defaults to pedestrian and denoise 0.5', () => {
    const request = isochrone.input.parse({ locations: [at], contours: [{ time: 10 }] })
    expect(request).toMatchObject({ travel: 'pedestrian', denoise: 0.5 })
  })

  test('requires either a place name or a location', () => {
    expect(isochrone.input.safeParse({ from: 'Ordino', contours: [{ time: 5 }] }).success).toBe(
      true,
    )
    expect(issuesOf({ from: 'Ordino' })).toEqual([
      ['from', 'must not come with locations: send one of the two'],
    ])
    expect(issuesOf({ locations: undefined })).toEqual([
      ['locations', 'is required, or from in its place'],
    ])
  })

  test.each([
    [{ locations: [] }, 'locations'],
    [{ locations: [at, at] }, 'locations'],
    [{ contours: [] }, 'contours'],
    [{ contours: Array(5).fill({ time: 5 }) }, 'contours'],
    [{ contours: [{}] }, 'contours.0'],
    [{ contours: [{ time: 5, distance: 5 }] }, 'contours.0'],
    [{ contours: [{ time: 0.5 }] }, 'contours.0.time'],
    [{ contours: [{ time: 121 }] }, 'contours.0.time'],
    [{ contours: [{ distance: 0.05 }] }, 'contours.0.distance'],
    [{ contours: [{ distance: 101 }] }, 'contours.0.distance'],
    [{ contours: [{ time: 5, color: '#ff0000' }] }, 'contours.0.color'],
    [{ denoise: 1.1 }, 'denoise'],
    [{ generalize: -1 }, 'generalize'],
    [{ travel_options: { pedestrian: { walkingspeed: 3 } } }, 'travel_options.pedestrian'],
  ])('refuses %j', (body, path) => {
    expect(issuesOf(body).map(([at]) => at)).toEqual([path])
  })
})
