import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { publish } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { truth } from '../../../demo-island/index.ts'
import { elevation } from '../../../functions/routing/elevation/contract.ts'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { newCaller } from '../../fixtures/handler.ts'
import { builds, writeBuild } from '../../ground/dataset/builds.ts'

describe('the contract of elevation', () => {
  const document = makeOpenApiDocument([elevation])
  const schemas = document.components!.schemas as Record<string, Record<string, unknown>>

  test.each(elevation.examples)('has a valid example: $summary', ({ request }) => {
    expect(elevation.input.safeParse(request).error).toBe(undefined)
  })

  test('names its schemas as components', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'ElevationRequest',
        'ElevationResponse',
        'ElevationSummary',
        'ElevationFeatureCollection',
      ]),
    )
  })

  test('documents limits and defaults', () => {
    expect(schemas.ElevationRequest).toMatchObject({
      properties: {
        shape: { maxItems: 2000 },
        encoded_polyline: { type: 'string' },
        range: { default: false },
        resample_distance: { minimum: 1, maximum: 1000 },
        height_precision: { minimum: 0, maximum: 2, default: 0 },
      },
    })
    expect(schemas.ElevationRequest!.required).toBe(undefined)
  })

  test('costs 300 micro-dollars and needs no engine', () => {
    expect(elevation.price).toBe(300)
    expect(elevation.needs).toEqual(['terrain'])
  })
})

describe('the function elevation', () => {
  let caller: Awaited<ReturnType<typeof newCaller>>
  beforeAll(async () => {
    caller = await newCaller()
  })

  /** Starts a new environment of the function on a region. */
  async function start(region: string) {
    process.env.REGION = region
    vi.resetModules()
    const { handler } = await import('../../../functions/routing/elevation/handler.ts')
    return {
      warm: handler.warm,
      call: async (body: unknown, headers?: Record<string, string>) => {
        const { body: text, ...rest } = await handler(
          proxyEvent({ body, caller, ...(headers && { headers }) }),
        )
        return { ...rest, json: JSON.parse(text) }
      },
    }
  }

  test('answers, charges and reports server timing', async () => {
    const { call } = await start('demo')
    const { lat, lon } = truth.peak
    const { statusCode, headers, json } = await call({ shape: [{ lat, lon }], foo: 1 })
    expect(statusCode).toBe(200)
    expect(json.height).toEqual([Math.round(json.summary.max_elevation_meters)])
    expect(headers).toMatchObject({
      'x-charged': '0.0003',
      'x-warnings': 'ignored field "foo"',
      'server-timing': expect.stringContaining('read;dur='),
    })
  })

  test.each(elevation.examples)('answers its example in full: $summary', async ({ request }) => {
    const { call } = await start('demo')
    const { statusCode, headers, json } = await call(request)
    expect(statusCode).toBe(200)
    expect(headers).not.toHaveProperty('x-warnings')
    expect(JSON.stringify(json)).not.toContain('null')
  })

  test('returns GeoJSON by the accept header', async () => {
    const { call } = await start('demo')
    const accept = { accept: 'application/geo+json' }
    const { headers, json } = await call({ shape: truth.routable }, accept)
    expect(headers!['content-type']).toContain('application/geo+json')
    expect(json.type).toBe('FeatureCollection')
  })

  test('refuses a spacing with too many samples, and names the smallest valid one', async () => {
    const { call } = await start('demo')
    const { statusCode, headers, json } = await call({
      shape: [
        { lat: 40, lon: -30 },
        { lat: 50, lon: -20 },
      ],
      resample_distance: 5,
    })
    expect(statusCode).toBe(400)
    expect(json.message).toMatch(
      /^resample_distance would give 27\d,\d+ samples of this line of 1,3\d\d km, and 20,000 are the most; the smallest resample_distance for it is 6\d\.?\d*\.$/,
    )
    expect(headers).toMatchObject({ 'x-charged': '0.00' })
  })

  test('starts in a region without elevation, and explains why it has no heights', async () => {
    const home = mkdtempSync(join(tmpdir(), 'cairn-flat-'))
    mkdirSync(join(home, 'data'))
    const before = process.env.CAIRN_HOME
    process.env.CAIRN_HOME = home
    const storage = await openStorage()
    await writeBuild(storage, 'flat', builds[0], { 'routing.tar': 'tiles' })
    await publish(storage, 'flat', builds[0])
    const { warm, call } = await start('flat')
    await warm()
    process.env.CAIRN_HOME = before
    const { statusCode, headers, json } = await call({ shape: [truth.peak] })
    expect(statusCode).toBe(503)
    expect(json).toMatchObject({
      error: 'service_unavailable',
      message: 'There is no elevation data: the region flat was built without it.',
    })
    expect(headers).toMatchObject({ 'x-charged': '0.00', 'retry-after': '3600' })
  })
})
