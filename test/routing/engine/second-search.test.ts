import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import type { LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { type Engine, type EngineRoute, openEngine } from '#routing/operations'

let engine: Engine

/** The engine's first search finds a way of 41.3 km. */
const valley = { lat: 46.435942, lon: -28.569067 }
const alp = { lat: 46.490781, lon: -28.479262 }
const lake = { lat: 46.413945, lon: -28.435479 }

beforeAll(async () => {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, 'demo')
  engine = await openEngine({ tileExtract: storage.localPath!(dataset.fileKey('routing.tar')) })
})

const ride = (...locations: LatLon[]) =>
  engine.route({ locations, costing: 'bicycle', units: 'kilometers' })

describe('a long detour by bicycle', () => {
  test('is replaced by a better way that the first search misses', async () => {
    const query = { locations: [valley, alp], costing: 'bicycle' }
    const first = await engine.call<EngineRoute>('route', query)
    const { trip } = await ride(valley, alp)
    expect(first.trip.summary.length).toBeCloseTo(41.3, 0)
    expect(trip.summary.length).toBeCloseTo(19.4, 1)
    expect(trip.summary.cost).toBeLessThan(0.8 * first.trip.summary.cost)
  })

  test('is replaced in a route of several legs, whose totals still equal the sum of its legs', async () => {
    const { trip } = await ride(lake, valley, alp, lake)
    expect(trip.legs[1]!.summary.length).toBeCloseTo(19.4, 1)
    for (const name of ['length', 'time', 'cost'] as const) {
      const sum = trip.legs.reduce((total, { summary }) => total + summary[name], 0)
      expect(trip.summary[name]).toBeCloseTo(sum, 1)
    }
    const north = Math.max(...trip.legs.map(({ summary }) => summary.max_lat))
    expect(trip.summary.max_lat).toBe(north)
    expect(trip.locations).toHaveLength(4)
  })

  test('is unchanged when the request asks for alternates, which search longer', async () => {
    const query = { locations: [valley, alp], costing: 'bicycle', alternates: 2 }
    expect(await engine.route(query)).toEqual(await engine.call('route', query))
  })
})
