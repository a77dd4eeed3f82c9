import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LatLon } from '#ground/geo'
import { type Engine, findRoute, makeCosting, requestTotals } from '#routing/operations'
import { RouteRequest, travelTypes } from '#routing/schemas'
import { truth } from '../../../../demo-island/index.ts'
import { builtEngine } from '../../../fixtures/engines.ts'
import { runs } from '../../../setup/suite.ts'

let engine: Engine
beforeAll(async () => {
  engine = await builtEngine('demo')
})

async function expectTotalsOfRoute(locations: LatLon[], travel: (typeof travelTypes)[number]) {
  const costing = makeCosting(travel, {}, () => {})
  const code = (error: { code: string }) => error.code
  const request = RouteRequest.parse({ locations, travel })
  const found = await findRoute(engine, request, { warn: () => {} }).then(({ route }) => {
    const { distance_meters, duration_seconds } = route
    return { distance_meters, duration_seconds }
  }, code)
  expect(await requestTotals(engine, locations, costing).catch(code)).toEqual(found)
}

describe('the totals of a route', () => {
  test('equal the totals of the described route, or fail with its error', async () => {
    // Some points lie beside the road, so that tracks and far roads are covered.
    const near = fc
      .tuple(
        fc.constantFrom(...truth.routable),
        fc.double({ min: -0.01, max: 0.01, noNaN: true }),
        fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      )
      .map(([{ lat, lon }, north, east]) => ({ lat: lat + north, lon: lon + east }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(near, { minLength: 2, maxLength: 3 }),
        fc.constantFrom(...travelTypes),
        expectTotalsOfRoute,
      ),
      { numRuns: runs(400) },
    )
  })

  test('equal the totals of the second search by bicycle', async () => {
    const valley = { lat: 46.435942, lon: -28.569067 }
    const alp = { lat: 46.490781, lon: -28.479262 }
    await expectTotalsOfRoute([valley, alp], 'bicycle')
  })
})
