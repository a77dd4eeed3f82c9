import { describe, expect, test } from 'vitest'
import { matrix } from '../../../functions/routing/matrix/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { computePrice } from '../../../lib/platform/api/operation.ts'

const document = makeOpenApiDocument([matrix])
const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

const location = { lat: 42.5, lon: 1.5 }
const times = (count: number) => Array(count).fill(location)
const priceFor = (sources: number, targets: number) =>
  computePrice(matrix, matrix.input.parse({ sources: times(sources), targets: times(targets) }))
const isValid = (body: unknown) => matrix.input.safeParse(body).success

describe('the contract of matrix', () => {
  test.each(matrix.examples)('has a valid example: $summary', ({ request }) => {
    expect(matrix.input.safeParse(request).error).toBe(undefined)
  })

  test('names its schemas as components', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'MatrixRequest',
        'MatrixResponse',
        'MatrixCell',
        'MatrixFeatureCollection',
      ]),
    )
  })

  test('requires sources and targets', () => {
    expect(schemas.MatrixRequest!.required).toEqual(['sources', 'targets'])
  })

  test.each(['sources', 'targets'])('accepts 1 to 50 %s', (side) => {
    const body = { sources: [location], targets: [location] }
    expect(isValid({ ...body, [side]: times(50) })).toBe(true)
    expect(isValid({ ...body, [side]: times(51) })).toBe(false)
    expect(isValid({ ...body, [side]: [] })).toBe(false)
  })

  test('costs 20 micro-dollars per pair, and at least 500', () => {
    expect(computePrice(matrix)).toBe(500)
    expect(priceFor(1, 1)).toBe(500)
    expect(priceFor(5, 5)).toBe(500)
    expect(priceFor(2, 13)).toBe(520)
    expect(priceFor(50, 50)).toBe(50_000)
  })
})
