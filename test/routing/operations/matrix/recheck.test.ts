import { describe, expect, test } from 'vitest'
import { distanceMeters, encodePolyline, type LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { type Engine, type EngineQuery, findMatrix } from '#routing/operations'
import { MatrixRequest, travelTypes } from '#routing/schemas'
import { plainTiles } from '../../../fixtures/tiles.ts'

interface Land {
  /** Kilometres of a cell per kilometre of straight line. */
  detour?: number
  /** Whether a location has a second road, 100 m to the north, which routes take. */
  hasChoice?: (point: LatLon) => boolean
  /** Called before a route is answered. */
  onRoute?: () => void
}

/** An engine with straight routes and longer matrices, which records its queries. */
function engineOn({ detour = 1, hasChoice = () => false, onRoute = () => {} }: Land) {
  const asked: { action: string; query: EngineQuery }[] = []
  const northOf = ({ lat, lon }: LatLon) => ({ lat: lat + 0.001, lon })
  const call = async (action: string, query: EngineQuery, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    asked.push({ action, query })
    if (action === 'locate') {
      return (query.locations as LatLon[]).map((point) => ({
        edges: [point, ...(hasChoice(point) ? [northOf(point)] : [])].map(({ lat, lon }) => ({
          correlated_lat: lat,
          correlated_lon: lon,
        })),
      }))
    }
    if (action === 'route') {
      onRoute()
      const [from, to] = query.locations as [LatLon, LatLon]
      const shape = [from, to].map((end) => (hasChoice(end) ? northOf(end) : end))
      const length = distanceMeters(from, to) / 1000
      return { trip: { summary: { length, time: 60 }, legs: [{ shape: encodePolyline(shape) }] } }
    }
    const { sources, targets } = query as unknown as Record<'sources' | 'targets', LatLon[]>
    const cells = sources.map((from) =>
      targets.map((to) => (distanceMeters(from, to) / 1000) * detour),
    )
    return {
      sources_to_targets: { distances: cells, durations: cells.map((row) => row.map(() => 600)) },
    }
  }
  const engine = { call, tiles: { ...plainTiles, findArea: () => 0 } } as unknown as Engine
  return { engine, of: (action: string) => asked.filter((one) => one.action === action) }
}

const line = (count: number, lat: number) =>
  Array.from({ length: count }, (_, i) => ({ lat, lon: i / 100 }))

const find = (engine: Engine, body: object, signal?: AbortSignal) =>
  findMatrix(engine, MatrixRequest.parse(body), { warn: () => {}, ...(signal && { signal }) })

describe('suspect cells of a matrix', () => {
  const ends = { sources: line(30, 45), targets: line(30, 45.1) }

  test.each(['auto', 'bus', 'truck'])(
    'are replaced by routes where the detours are largest, by %s',
    async (travel) => {
      const { engine, of } = engineOn({ detour: 8 })
      const { matrix } = await find(engine, { ...ends, travel })
      const routed = matrix.flat().filter((cell) => cell!.duration_seconds === 60)
      expect(routed).toHaveLength(4)
      expect(of('route')).toHaveLength(4)
    },
  )

  test.each(travelTypes)(
    'do not occur where ways have their usual length, by %s',
    async (travel) => {
      const { engine, of } = engineOn({ detour: 1.6 })
      await find(engine, { ...ends, travel })
      expect(of('route')).toHaveLength(0)
    },
  )

  test.each([
    ['auto', 28],
    ['bicycle', 24],
  ])(
    'are limited by %s to %d, after one route for each location with a choice of roads',
    async (travel, max) => {
      const { engine, of } = engineOn({ detour: 8, hasChoice: ({ lon }) => lon > 0.095 })
      const { matrix } = await find(engine, { ...ends, travel })
      const unsure = 2 * 20
      expect(of('route')).toHaveLength(unsure + max)
      expect(matrix.flat().filter((cell) => cell!.duration_seconds === 60)).toHaveLength(max)
    },
  )

  test('stop when they are aborted', async () => {
    const gone = new AbortController()
    const { engine } = engineOn({ detour: 8, onRoute: () => gone.abort(new Error('gone')) })
    await expect(find(engine, ends, gone.signal)).rejects.toThrow('gone')
  })
})

describe('a location with a choice of roads', () => {
  const ends = { sources: line(3, 45), targets: line(3, 45.1) }
  const hasChoice = ({ lat, lon }: LatLon) => lat === 45 && lon === 0.01

  test.each(['auto', 'bus', 'truck', 'bicycle'])(
    'moves by %s to the road that a route takes',
    async (travel) => {
      const { engine, of } = engineOn({ hasChoice })
      await find(engine, { ...ends, travel })
      expect(of('route')).toHaveLength(1)
      expect(of('matrix')[0]!.query.sources).toEqual([
        ends.sources[0],
        { lat: 45.001, lon: 0.01, minimum_reachability: 0 },
        ends.sources[2],
      ])
      expect(of('matrix')[0]!.query.targets).toEqual(ends.targets)
    },
  )

  test('stays in place where no route leaves it', async () => {
    const onRoute = () => {
      throw new ApiError('no_route')
    }
    const { engine, of } = engineOn({ hasChoice, onRoute })
    await find(engine, ends)
    expect(of('matrix')[0]!.query.sources).toEqual(ends.sources)
  })
})
