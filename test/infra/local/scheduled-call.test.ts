import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scheduledCallOf } from '../../../infra/local/scheduled-call.ts'

const at = { lat: 42.5, lon: 1.5 }
const isHeavy = (operation: string, body: unknown) =>
  scheduledCallOf(operation, { headers: {} }, Buffer.from(JSON.stringify(body))).heavy

describe('a call as the scheduler sees it', () => {
  test('is whose it is, never the key itself', () => {
    const headers = { 'X-Api-Key': 'ck_secret' }
    const none = Buffer.alloc(0)
    const { account } = scheduledCallOf('geocoding/search', { headers }, none)
    expect(account).toMatch(/^[0-9a-f]{64}$/)
    expect(scheduledCallOf('routing/route', { headers }, none).account).toBe(account)
    expect(scheduledCallOf('routing/route', { headers: {} }, none).account).toBe('')
  })

  test.each([
    ['routing/route', { locations: [at, at] }, false],
    ['routing/isochrone', { locations: [at], contours: [{ time: 10 }] }, false],
    ['routing/isochrone', { locations: [at], contours: [{ time: 10 }, { time: 120 }] }, true],
    ['routing/isochrone', { locations: [at], contours: [{ distance: 100 }] }, true],
    ['routing/matrix', { sources: [at], targets: [at, at] }, false],
    ['routing/matrix', { sources: Array(50).fill(at), targets: Array(50).fill(at) }, true],
    ['routing/search-along-route', { locations: [at, at], search: 'cafe' }, true],
    ['routing/optimize', { locations: Array(50).fill(at) }, true],
    ['geocoding/batch', { items: [{ text: 'a' }] }, true],
    ['routing/elevation', { encoded_polyline: 'a'.repeat(100_000) }, true],
  ])('says of %s with %j whether it is heavy', (operation, body, heavy) => {
    expect(isHeavy(operation, body)).toBe(heavy)
  })

  test('is something for any body', () => {
    const operations = fc.constantFrom('routing/isochrone', 'routing/matrix', 'predict', 'unknown')
    const bodies = fc.oneof(fc.string(), fc.json())
    fc.assert(
      fc.property(operations, bodies, (operation, body) => {
        expect(typeof scheduledCallOf(operation, { headers: {} }, Buffer.from(body)).heavy).toBe(
          'boolean',
        )
      }),
    )
  })
})
