import { openDataset } from '#ground/dataset'
import { type Gazetteer, openPack, openStorageSource } from '#places/gazetteer'
import { openStorage } from '#platform/storage'
import { searchAlongRoute } from '#routing/along-route'
import { SearchAlongRouteRequest } from '#routing/along-route/schemas'
import type { Engine, EngineAction, EngineQuery } from '#routing/operations'
import { benchHome, openBenchEngine } from './region.ts'
import { drawRoadPoints } from './road-points.ts'
import { formatTable, percentile } from './statistics.ts'

const requestsPerCase = 12

const kinds = {
  'two locations': { locations: 2, body: {} },
  '20 locations': { locations: 20, body: {} },
  '20 locations, 20 places within an hour': {
    locations: 20,
    body: { max_detour_seconds: 3_600, max_results: 20 },
  },
}

/**
 * Compares our search along a route with the bare engine, which answers the same queries all at once. Both alternate
 * in one process on one engine. Also counts the queries.
 */
export async function runAlongBenchmark(): Promise<void> {
  const { engine, region, bounds } = await openBenchEngine()
  const gazetteer = await openPlaces(region)
  const points = await drawRoadPoints(engine, bounds, 20 * requestsPerCase)
  const rows = [['', 'length', 'queries', 'ours', 'p95', 'bare engine', 'ratio']]
  for (const [label, { locations, body }] of Object.entries(kinds)) {
    const times = { ours: [] as number[], bare: [] as number[] }
    const counts: number[] = []
    const kilometers: number[] = []
    for (let i = 0; i < requestsPerCase; i++) {
      const request = SearchAlongRouteRequest.parse({
        locations: points.slice(20 * i, 20 * i + locations),
        search: 'restaurant',
        ...body,
      })
      const find = (on: Engine) => searchAlongRoute(on, gazetteer, request, { warn: () => {} })
      const { recorder, queries } = recordQueries(engine)
      const answer = await find(recorder).catch(() => undefined)
      if (!answer) continue
      kilometers.push(answer.route.distance_meters / 1000)
      counts.push(queries.length)
      const start = performance.now()
      await find(engine)
      const middle = performance.now()
      await Promise.allSettled(queries.map(([action, query]) => engine.call(action, query)))
      times.ours.push(middle - start)
      times.bare.push(performance.now() - middle)
    }
    const [ours, bare] = [percentile(times.ours, 0.5), percentile(times.bare, 0.5)]
    rows.push([
      label,
      `${percentile(kilometers, 0.5).toFixed(0)} km`,
      `${percentile(counts, 0.5)}`,
      `${ours.toFixed(0)} ms`,
      `${percentile(times.ours, 0.95).toFixed(0)} ms`,
      `${bare.toFixed(0)} ms`,
      `${(ours / bare).toFixed(2)} x`,
    ])
  }
  console.log(
    `along: restaurants along routes between random points on roads of ${region}, car, medians`,
  )
  console.log(`${formatTable(rows)}\n`)
}

async function openPlaces(region: string): Promise<Gazetteer> {
  const storage = await openStorage({ CAIRN_HOME: benchHome })
  const dataset = await openDataset(storage, region)
  return await openPack(openStorageSource(storage, dataset.fileKey('places.pack')))
}

/** Wraps an engine so that every query is recorded. */
function recordQueries(engine: Engine) {
  const queries: [EngineAction, EngineQuery][] = []
  const recorder: Engine = {
    tiles: engine.tiles,
    areas: engine.areas,
    call(action, query, signal) {
      queries.push([action, query])
      return engine.call(action, query, signal)
    },
    route(query, signal) {
      queries.push(['route', query])
      return engine.route(query, signal)
    },
  }
  return { recorder, queries }
}
