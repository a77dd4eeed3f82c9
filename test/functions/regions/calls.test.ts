import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '#platform/api'
import { search } from '../../../functions/geocoding/search/contract.ts'
import { elevation } from '../../../functions/routing/elevation/contract.ts'
import { describeOnAndorra, places } from '../../fixtures/andorra.ts'
import { placesOf, proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

let caller: Awaited<ReturnType<typeof newCaller>>
beforeAll(async () => {
  caller = await newCaller()
  process.env.REGION = 'demo,andorra'
})

async function ask(operation: Operation, request: Record<string, unknown>) {
  const event = proxyEvent({ ...placesOf(operation, request), caller })
  const { statusCode, body } = await (await handlerOf(operation))(event)
  return { status: statusCode, json: JSON.parse(body) }
}

const onIsland = { lat: 46.446855, lon: -28.408717 }

// calls.full.test.ts tests every operation.
describeOnAndorra('two regions', () => {
  test('a call is answered by the region of its points, and refused across both regions', async () => {
    for (const point of [onIsland, places.ordino]) {
      const { json } = await ask(elevation, { shape: [point] })
      expect(json.height).toEqual([expect.any(Number)])
    }
    const { status, json } = await ask(elevation, { shape: [onIsland, places.ordino] })
    expect({ status, ...json }).toMatchObject({
      status: 422,
      error: 'across_regions',
      regions: ['demo', 'andorra'],
    })
  })

  test('a search finds the places of both regions, or of the named one', async () => {
    const countries = async (request: Record<string, unknown>) => {
      const { json } = await ask(search, { text: 'pharmacy', size: 40, ...request })
      return new Set(json.results.map((each: { country_code: string }) => each.country_code))
    }
    const [demo, andorran] = [
      await countries({ region: 'demo' }),
      await countries({ region: 'andorra' }),
    ]
    expect([...demo]).not.toContain('AND')
    expect(await countries({})).toEqual(new Set([...demo, ...andorran]))
    const { status, json } = await ask(search, { text: 'pharmacy', region: 'porto' })
    const message = 'must be a region that is served: demo, andorra'
    expect({ status, details: json.details }).toEqual({
      status: 400,
      details: [{ path: 'region', message }],
    })
  })
})
