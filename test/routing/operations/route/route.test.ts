import { describe, expect, test } from 'vitest'
import { type Engine, type EngineQuery, findRoute } from '#routing/operations'
import { RouteRequest } from '#routing/schemas'
import { plainTiles } from '../../../fixtures/tiles.ts'
import { northward, tripOf } from './trips.ts'

const heights = Array.from({ length: 41 }, (_, i) => 1_000 + i / 2)
const locations = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.5054, lon: 1.5 },
]

/** Requests a route from an engine that always finds one road and the requested alternates. */
async function ask(body: Record<string, unknown>, elevation = heights) {
  const queries: EngineQuery[] = []
  const warnings: string[] = []
  const trip = tripOf([northward(42.5, elevation)])
  const engine = {
    route: async (query: EngineQuery) => {
      queries.push(query)
      const alternates = Array(query.alternates ?? 0).fill({ trip })
      return alternates.length > 0 ? { trip, alternates } : { trip }
    },
    tiles: plainTiles,
  } as unknown as Engine
  const answer = await findRoute(engine, RouteRequest.parse({ locations, ...body }), {
    warn: (text) => warnings.push(text),
  })
  return { answer, warnings, query: queries[0]! }
}

describe('finding a route', () => {
  test('requests kilometres from the engine, whatever units the caller wants', async () => {
    const { query, answer } = await ask({ units: 'miles', language: 'fr' })
    expect(query).toEqual({
      locations,
      costing: 'auto',
      units: 'kilometers',
      language: 'fr-FR',
      elevation_interval: 15,
      turn_lanes: true,
    })
    expect(answer.route.units).toBe('miles')
  })

  test('passes on the options of the travel type and warns about the others', async () => {
    const { query, warnings } = await ask({
      travel: 'truck',
      travel_options: { truck: { height: 4 }, auto: {} },
    })
    expect(query).toMatchObject({ costing: 'truck', costing_options: { truck: { height: 4 } } })
    expect(warnings).toEqual(['ignored travel_options.auto: the travel type is truck'])
  })

  test('returns alternates only when they are requested and found', async () => {
    const two = await ask({ alternates: 2 })
    expect(two.answer.alternates).toHaveLength(2)
    expect(two.answer.alternates![0]).toEqual(two.answer.route)
    const none = await ask({})
    expect('alternates' in none.answer).toBe(false)
  })

  test('ignores alternates between more than two locations, with a warning', async () => {
    const { query, warnings } = await ask({
      alternates: 2,
      locations: [...locations, locations[0]],
    })
    expect(query).not.toHaveProperty('alternates')
    expect(warnings).toHaveLength(1)
  })

  test('samples the profile at exactly the requested interval', async () => {
    const { answer } = await ask({ elevation_interval: 50 })
    const distances = answer.route.terrain!.elevation_profile.map((s) => s.distance_meters)
    expect(distances.slice(0, 3)).toEqual([0, 50, 100])
    expect(distances.at(-1)).toBe(answer.route.distance_meters)
  })

  test('warns when there is no elevation data', async () => {
    const { answer, warnings } = await ask({}, [-500, -500])
    expect(answer.route.terrain).toBeNull()
    expect(warnings).toEqual(['terrain is null: there is no elevation data here'])
  })
})
