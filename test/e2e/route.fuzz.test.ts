import fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import { truth } from '../../region/demo/index.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { homeOver } from '../fixtures/server.ts'

/** The full run is `CAIRN_FUZZ_RUNS=10000`; every test run does a part of it. */
const runs = Number(process.env.CAIRN_FUZZ_RUNS ?? 1000)

const documented = new Set([200, 400, 402, 413, 415, 422, 503, 504])

type Handler = typeof import('../../functions/routing/route/handler.ts')['handler']
let handler: Handler

beforeAll(async () => {
  process.env.CAIRN_HOME = homeOver(inject('builtHome'))
  process.env.REGION = 'demo'
  process.env.CAIRN_CHECK_RESPONSES = '1'
  const { openAccounts } = await import('../../lib/accounts/index.ts')
  const accounts = await openAccounts()
  await accounts.createAccount({ accountId: 'acct', balance: 1_000_000_000 })
  const { keyId } = await accounts.addKey({
    accountId: 'acct',
    keySha256: 'f'.repeat(64),
    hint: 'ffff',
  })
  caller = { accountId: 'acct', keyId, balance: 1_000_000_000 }
  handler = (await import('../../functions/routing/route/handler.ts')).handler
})

let caller: { accountId: string; keyId: string; balance: number }

const { bounds } = truth
const within = fc.record({
  lat: fc.double({ min: bounds.min_lat, max: bounds.max_lat, noNaN: true }),
  lon: fc.double({ min: bounds.min_lon, max: bounds.max_lon, noNaN: true }),
})
const onRoad = fc.constantFrom(...truth.routable)
const anywhere = fc.record({
  lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.anything()),
  lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.anything()),
})
const location = fc.oneof(
  { weight: 30, arbitrary: onRoad },
  { weight: 3, arbitrary: within },
  { weight: 1, arbitrary: anywhere },
  { weight: 1, arbitrary: fc.anything() },
)
const travel = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom('auto', 'pedestrian', 'bicycle', 'bus', 'truck') },
  { weight: 1, arbitrary: fc.anything() },
)
const optionValue = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double(),
  fc.boolean(),
  fc.constantFrom('mountain', 'wheelchair', 'foot', ''),
)
const optionName = fc.constantFrom(
  'use_hills',
  'use_ferry',
  'use_tolls',
  'use_highways',
  'height',
  'weight',
  'top_speed',
  'walking_speed',
  'cycling_speed',
  'bicycle_type',
  'type',
  'max_hiking_difficulty',
  'shortest',
  'exclude_unpaved',
  'exclude_tolls',
  'axle_count',
  'hazmat',
  'nonsense',
)
const options = fc.dictionary(
  fc.constantFrom('auto', 'pedestrian', 'bicycle', 'bus', 'truck', 'boat'),
  fc.dictionary(optionName, optionValue, { maxKeys: 2 }),
  { maxKeys: 2 },
)
const rarely = <T>(valid: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 50, arbitrary: valid },
    { weight: 1, arbitrary: fc.anything() as fc.Arbitrary<T> },
  )

const body = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record(
      {
        locations: fc.oneof(
          { weight: 10, arbitrary: fc.array(location, { minLength: 2, maxLength: 4 }) },
          { weight: 3, arbitrary: fc.array(onRoad, { minLength: 2, maxLength: 20 }) },
          { weight: 1, arbitrary: fc.array(location, { maxLength: 25 }) },
        ),
        travel,
        travel_options: rarely(options),
        units: rarely(fc.constantFrom('kilometers', 'miles')),
        language: rarely(fc.constantFrom('en-US', 'de', 'FR-fr', 'xx')),
        elevation_interval: rarely(fc.double({ min: 10, max: 200, noNaN: true })),
        alternates: rarely(fc.integer({ min: 0, max: 3 })),
        narrative: rarely(fc.boolean()),
        format: rarely(fc.constantFrom('footstep', 'geojson')),
      },
      { requiredKeys: ['locations'] },
    ),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
)

test(`${runs} generated bodies give only documented answers and never a 500`, async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const text = typeof sent === 'string' ? sent : JSON.stringify(sent)
      const response = await handler(proxyEvent({ body: text, caller }))
      seen.set(response.statusCode, (seen.get(response.statusCode) ?? 0) + 1)
      expect(documented).toContain(response.statusCode)
      const json = JSON.parse(response.body)
      if (response.statusCode === 200) expect(response.headers?.['x-charged']).toBe('0.0007')
      else {
        expect(json).toMatchObject({ error: expect.any(String), message: expect.any(String) })
        expect(response.headers?.['x-charged']).toBe('0.00')
      }
      expect(response.body).not.toMatch(/NaN|Infinity|at .*\.ts:\d/)
    }),
    { numRuns: runs, endOnFailure: true },
  )
  console.log(`answers by status: ${JSON.stringify(Object.fromEntries(seen))}`)
  // A generator that never gets through, or always does, tests nothing.
  expect(seen.get(200)).toBeGreaterThan(runs / 10)
  expect(seen.get(400)).toBeGreaterThan(runs / 10)
}, 1_800_000)
