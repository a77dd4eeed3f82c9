import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeCall } from '../../../infra/local/scheduled-call.ts'

const at = { lat: 42.5, lon: 1.5 }
const far = { lat: 43.5, lon: 2.5 }
const ring = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    lat: 42.5 + 0.05 * Math.sin(i),
    lon: 1.5 + 0.05 * Math.cos(i),
  }))
const isHeavy = (operation: string, body: unknown) =>
  describeCall(operation, { headers: {} }, Buffer.from(JSON.stringify(body))).heavy

describe("the scheduler's description of a call", () => {
  test('identifies the account by a hash, never by the key itself', () => {
    const headers = { 'X-Api-Key': 'ck_secret' }
    const none = Buffer.alloc(0)
    const { account } = describeCall('geocoding/search', { headers }, none)
    expect(account).toMatch(/^[0-9a-f]{64}$/)
    expect(describeCall('routing/route', { headers }, none).account).toBe(account)
    expect(describeCall('routing/route', { headers: {} }, none).account).toBe('')
  })

  test.each([
    ['routing/route', { locations: [at, at] }, false],
    ['routing/isochrone', { locations: [at], contours: [{ time: 10 }] }, false],
    ['routing/isochrone', { locations: [at], contours: [{ time: 10 }, { time: 120 }] }, true],
    ['routing/isochrone', { locations: [at], contours: [{ distance: 100 }] }, true],
    ['routing/matrix', { sources: [at], targets: [at, at] }, false],
    ['routing/matrix', { sources: Array(50).fill(at), targets: Array(50).fill(at) }, true],
    ['routing/route', { locations: ring(20), travel: 'bicycle', elevation_interval: 10 }, true],
    ['routing/route', { locations: [at, far], elevation_interval: 10 }, true],
    ['routing/route', { locations: [at], round_trip: { distance_meters: 10_000 } }, true],
    ['routing/compare', { locations: ring(8) }, true],
    ['predict', { area: { type: 'circle', radius_m: 5_000 } }, true],
    ['ai/parse-address', { addresses: Array(3).fill({ text: 'Carrer Major 5' }) }, false],
    ['ai/parse-address', { addresses: Array(30).fill({ text: 'Carrer Major 5' }) }, true],
    ['geocoding/batch', { items: Array(50).fill({ text: 'Carrer Major 5' }) }, true],
    ['routing/search-along-route', { locations: [at, at], search: 'cafe' }, true],
    ['routing/optimize', { locations: Array(50).fill(at) }, true],
    ['geocoding/batch', { items: [{ text: 'a' }] }, false],
    ['routing/elevation', { encoded_polyline: 'a'.repeat(100_000) }, true],
  ])('decides for %s with %j whether it is heavy', (operation, body, heavy) => {
    expect(isHeavy(operation, body)).toBe(heavy)
  })

  test('takes the weight of a tool from its operation, and the account from the Bearer token', () => {
    const call = (name: string, args: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    })
    expect(isHeavy('mcp', call('optimize_route', { locations: Array(50).fill(at) }))).toBe(true)
    expect(isHeavy('mcp', call('route', { locations: [at, at] }))).toBe(false)
    expect(isHeavy('mcp', call('matrix', { sources: [at], targets: [at, at] }))).toBe(false)
    expect(isHeavy('mcp', call('nonsense', {}))).toBe(false)
    expect(isHeavy('mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })).toBe(false)
    const none = Buffer.alloc(0)
    const account = (headers: Record<string, string>, id = 'mcp') =>
      describeCall(id, { headers }, none).account
    expect(account({ authorization: 'Bearer ck_secret' })).toBe(
      account({ 'x-api-key': 'ck_secret' }),
    )
    expect(account({ authorization: 'Bearer ck_secret' }, 'routing/route')).toBe('')
  })

  test('exists for any body', () => {
    const operations = fc.constantFrom('routing/isochrone', 'routing/matrix', 'mcp', 'unknown')
    const bodies = fc.oneof(fc.string(), fc.json())
    fc.assert(
      fc.property(operations, bodies, (operation, body) => {
        expect(typeof describeCall(operation, { headers: {} }, Buffer.from(body)).heavy).toBe(
          'boolean',
        )
      }),
    )
  })
})
