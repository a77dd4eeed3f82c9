import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../functions/operations.ts'
import { placesOf, proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

let caller: Awaited<ReturnType<typeof newCaller>>
beforeAll(async () => {
  caller = await newCaller()
  // The second region has no published build, so it cannot be read.
  process.env.REGION = 'demo,lost'
})

async function ask(id: string, request: Record<string, unknown>) {
  const operation = operations.find((each) => each.id === id)!
  const event = proxyEvent({ ...placesOf(operation, request), caller })
  const { statusCode, headers } = await (await handlerOf(operation))(event)
  const { 'x-warnings': warnings, 'x-charged': charged } = headers ?? {}
  return { status: statusCode, warnings, charged }
}

const lagrin = { lat: 46.413945, lon: -28.435479 }
const museum = 'Museum Tschierv'
const id = 'osm:node/44560'

describe('two regions, one of them unavailable', () => {
  test.each([
    ['geocoding/search', { text: museum }],
    ['geocoding/autocomplete', { text: 'Muse' }],
    ['geocoding/structured-search', { locality: 'Lagrin' }],
    ['geocoding/place', { id }],
  ])(
    '%s answers with the places of the other region, and a warning',
    async (operation, request) => {
      const { status, warnings } = await ask(operation, request)
      expect(status).toBe(200)
      expect(warnings).toBe('the region lost is unavailable: what it has is missing')
    },
  )

  test.each([
    ['geocoding/place', { id: 'osm:node/1' }],
    ['geocoding/batch', { items: [{ text: museum }] }],
    ['geocoding/places', { query: 'pharmacy', near: 'Lagrin' }],
    ['ai/parse-address', { addresses: [{ text: 'via pegna 5 Pradeta' }] }],
    ['ai/query', { query: 'Where is Encamp?' }],
    ['geocoding/search', { text: museum, region: 'lost' }],
    ['geocoding/reverse', { lat: 1, lon: 1 }],
  ])(
    '%s, which might be wrong without it, is refused with 503 and costs nothing',
    async (operation, request) => {
      expect(await ask(operation, request)).toMatchObject({ status: 503, charged: '0.00' })
    },
  )

  test('a call for points in the other region is answered as usual', async () => {
    expect(await ask('geocoding/reverse', lagrin)).toMatchObject({
      status: 200,
      warnings: undefined,
    })
    expect(await ask('routing/elevation', { shape: [lagrin] })).toMatchObject({ status: 200 })
  })
})
