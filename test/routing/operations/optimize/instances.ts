import type { Bounds, LatLon } from '#ground/geo'
import { computeCells, type Engine, type EngineLocateItem } from '#routing/operations'

/** 50 stops, the times between them in seconds, and the engine's own visit order. */
export interface Instance {
  stops: LatLon[]
  seconds: number[][]
  engineOrder: number[]
}

const costing = { costing: 'auto' } as const

/** Returns random stops in a box, each reachable by car from every other. */
export async function randomStops(
  engine: Engine,
  bounds: Bounds,
  random: () => number,
  count: number,
): Promise<LatLon[]> {
  const [hub] = (await engine.tiles.someRoad())!
  const between = (low: number, high: number) =>
    Math.round((low + (high - low) * random()) * 1e6) / 1e6
  const stops: LatLon[] = []
  while (stops.length < count) {
    const pool = Array.from({ length: 50 }, () => ({
      lat: between(bounds.min_lat, bounds.max_lat),
      lon: between(bounds.min_lon, bounds.max_lon),
    }))
    const located = await engine.call<EngineLocateItem[]>('locate', { locations: pool, ...costing })
    const near = pool.filter((_, i) => located[i]!.edges?.length)
    const [[there], back] = await Promise.all([
      computeCells(engine, { sources: [hub], targets: near, costing }),
      computeCells(engine, { sources: near, targets: [hub], costing }),
    ])
    stops.push(...near.filter((_, i) => there![i] && back[i]![0]))
  }
  return stops.slice(0, count)
}

/** Returns stops with the times between them and with the engine's own optimised order. */
export async function instanceOf(engine: Engine, stops: LatLon[]): Promise<Instance> {
  const cells = await computeCells(engine, { sources: stops, targets: stops, costing })
  const { trip } = await engine.call<{ trip: { locations: { original_index: number }[] } }>(
    'optimizedRoute',
    { locations: stops, ...costing },
  )
  return {
    stops,
    seconds: cells.map((row) => row.map((cell) => cell?.duration_seconds ?? Infinity)),
    engineOrder: trip.locations.map(({ original_index }) => original_index),
  }
}

/** Returns the duration of an order from the times between stops, seconds. */
export function secondsOf(order: readonly number[], { seconds }: Instance): number {
  return order.slice(1).reduce((sum, to, i) => sum + seconds[order[i]!]![to]!, 0)
}
