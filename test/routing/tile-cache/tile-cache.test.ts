import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Engine, type EngineAction, type EngineQuery, openEngine } from '#routing/operations'
import { truth } from '../../../demo-island/index.ts'
import { type ArchiveBytes, archived } from '../../fixtures/tile-archives.ts'
import { bareEngine, hasAndorra, openOnCache, scratch, twoRegions, writeTar } from './engines.ts'
import { FaultyStore } from './faulty-store.ts'

const [start, end] = [truth.routable[0]!, truth.routable[3]!]
const route = { locations: [start, end], costing: 'auto' }

/** Returns the answer of a call, or its error: code, message and the engine's own text. */
async function outcome(engine: Engine, action: EngineAction, query: EngineQuery): Promise<unknown> {
  return await engine.call(action, query).catch(({ code, message, cause }) => ({
    code,
    message,
    cause: (cause as Error | undefined)?.message,
  }))
}

/** Returns the bytes on disk of the files in a folder, as reported by the file system. */
function bytesIn(path: string): number {
  return readdirSync(path)
    .map((name) => statSync(join(path, name)).blocks * 512)
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** Maximum overhead of the file system for all tiles, and the index of the tar, bytes. */
const overheadBytes = 100_000

/** Calls the engine's binding. */
const bareCall = (tar: string, action: EngineAction, query: EngineQuery): Promise<string> =>
  bareEngine(tar)[action](JSON.stringify(query))

let tiles: Map<number, Buffer>
let bytes: ArchiveBytes
let tar: Engine
let tarPath: string
beforeAll(async () => {
  tiles = await twoRegions()
  bytes = await archived(tiles)
  tarPath = await writeTar(tiles)
  tar = await openEngine({ tileExtract: tarPath })
})

describe('an engine on fetched tiles', () => {
  const elsewhere = { lat: 46.4, lon: -27.4 }
  const andorra = { lat: 42.5075, lon: 1.5218 }
  const calls: [string, EngineAction, EngineQuery][] = [
    ['a route', 'route', route],
    ['a route on foot', 'route', { ...route, costing: 'pedestrian' }],
    ['a place without a road', 'route', { ...route, locations: [start, elsewhere] }],
    ['unconnected places', 'route', { ...route, locations: [start, andorra] }],
    ['a matrix', 'matrix', { sources: [start, end], targets: truth.routable, costing: 'auto' }],
    ['an unconnected matrix', 'matrix', { sources: [start], targets: [andorra], costing: 'auto' }],
    ['roads', 'locate', { locations: [start, end, elsewhere], costing: 'auto', verbose: true }],
    ['an isochrone', 'isochrone', { locations: [start], costing: 'auto', contours: [{ time: 9 }] }],
    [
      'a trace',
      'traceAttributes',
      {
        shape: [start, { ...start, lat: start.lat + 0.002 }],
        costing: 'auto',
        shape_match: 'map_snap',
      },
    ],
  ]

  test('answers like an engine on the tar, also with many calls at a time', async () => {
    const { engine } = await openOnCache(bytes)
    const all = (engine: Engine) =>
      Promise.all(calls.map(([, action, query]) => outcome(engine, action, query)))
    const [expected, answers] = [await all(tar), await all(engine)]
    for (const [i, [name]] of calls.entries()) expect(answers[i], name).toEqual(expected[i])
    if (hasAndorra)
      expect(answers[3]).toMatchObject({ cause: expect.stringContaining('unconnected regions') })
  })

  test('keeps no tile of an earlier call, on any thread, also after errors', async () => {
    const { engine, cache } = await openOnCache(bytes)
    for (let round = 0; round < 8; round++) {
      await Promise.all(
        [...calls, ...calls].map(async ([name, action, query]) => {
          expect(await outcome(engine, action, query), name).toEqual(
            await outcome(tar, action, query),
          )
        }),
      )
      await cache.clear()
    }
  })

  test('finds the same bridges, ferries and gates as the tar', async () => {
    const { engine } = await openOnCache(bytes)
    const line = [start, end].flatMap(({ lat, lon }) => [lat * 1e6, lon * 1e6])
    for (const set of [engine.tiles, tar.tiles]) expect(set.mayHaveRoadNear(elsewhere)).toBe(false)
    expect(await engine.tiles.featuresAlong(Int32Array.from(line))).toEqual(
      await tar.tiles.featuresAlong(Int32Array.from(line)),
    )
    for (const place of [start, end, elsewhere, andorra])
      expect(engine.tiles.findArea(place) === engine.tiles.findArea(start)).toBe(
        tar.tiles.findArea(place) === tar.tiles.findArea(start),
      )
  })

  test.runIf(hasAndorra)('stores one region at a time, and stays within its limit', async () => {
    const all = [...tiles.values()].reduce((sum, { length }) => sum + length, 0)
    const budgetBytes = all - 100_000
    const { engine, cache } = await openOnCache(bytes, { budgetBytes })
    const there = { ...route, locations: [andorra, { lat: 42.5663, lon: 1.5958 }] }
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        [route, there, route].map(async (query) => {
          expect(await outcome(engine, 'route', query)).toEqual(await outcome(tar, 'route', query))
          expect(cache.diskBytes).toBeLessThanOrEqual(budgetBytes)
          expect(bytesIn(cache.path)).toBeLessThan(budgetBytes + overheadBytes)
        }),
      )
    }
    expect(cache.statistics.renewals).toBeGreaterThan(0)
  })

  test('refuses a call that exceeds the limit, and continues', async () => {
    const { engine, cache } = await openOnCache(bytes, { budgetBytes: 1 })
    for (let i = 0; i < 2; i++)
      expect(await outcome(engine, 'route', route)).toMatchObject({ code: 'service_unavailable' })
    expect(cache.diskBytes).toBe(0)
  })

  test('fetches the tiles that a call needs before the call, and only once', async () => {
    const { engine, cache } = await openOnCache(bytes)
    await engine.call('route', route)
    const { fetches, misses } = cache.statistics
    await engine.call('route', route)
    expect(misses).toBe(0)
    expect(cache.statistics.fetches).toBe(fetches)
    expect(Math.abs(bytesIn(cache.path) - cache.diskBytes)).toBeLessThan(overheadBytes)
  })

  test.runIf(hasAndorra)(
    'does not fetch tiles for a route that a call elsewhere missed',
    async () => {
      const fresh = await openOnCache(bytes)
      await fresh.engine.call('route', route)
      const store = new FaultyStore(bytes)
      const { engine, cache } = await openOnCache(bytes, { patienceMs: 40 }, store.read)
      store.fault = 'gone'
      const there = { locations: [andorra], costing: 'auto' }
      const failing = cache.during('locate', {}, () => bareCall(cache.tileExtract, 'locate', there))
      await expect(failing).rejects.toMatchObject({ code: 'service_unavailable' })
      store.fault = undefined
      expect(await engine.call('route', route)).toEqual(await tar.call('route', route))
      expect(cache.statistics.fetches).toBe(fresh.cache.statistics.fetches)
    },
  )

  test('repeats a call for every missed tile, whatever its first answer', async () => {
    const { cache } = await openOnCache(bytes)
    const excluding = { ...route, exclude_locations: [truth.routable[1]] }
    for (const [name, action, query] of [...calls, ['an exclusion', 'route', excluding] as const]) {
      await cache.clear()
      const before = { ...cache.statistics }
      // Without positions nothing is fetched ahead.
      const unknown = 'exclude_locations' in query ? { exclude_locations: [] } : {}
      const run = () => bareCall(cache.tileExtract, action, query)
      const answer = await cache.during(action, unknown, run).catch(String)
      expect(answer, name).toEqual(await bareCall(tarPath, action, query).catch(String))
      const { fetches, misses } = cache.statistics
      expect(fetches - before.fetches, name).toBeGreaterThanOrEqual(misses - before.misses)
      if (!name.includes('unconnected')) expect(misses, name).toBeGreaterThan(before.misses)
    }
  })
})

describe('a fault of the store', () => {
  const expected = async (engine: Engine) =>
    expect(await outcome(engine, 'route', route)).toEqual(await outcome(tar, 'route', route))
  const refused = async (engine: Engine) =>
    await expect(engine.call('route', route)).rejects.toMatchObject({ code: 'service_unavailable' })

  test('results in a 503, and loses no road', async () => {
    const store = new FaultyStore(bytes)
    const { engine, cache } = await openOnCache(bytes, { patienceMs: 40 }, store.read)
    for (const fault of ['gone', 'truncated', 'flipped'] as const) {
      store.fault = fault
      await refused(engine)
      store.fault = undefined
      await expected(engine)
      await cache.clear()
    }
  })

  test('only delays a call when the fault ends in time', async () => {
    const store = new FaultyStore(bytes)
    const { engine } = await openOnCache(bytes, {}, store.read)
    store.fault = 'gone'
    const timer = setTimeout(() => (store.fault = undefined), 150)
    await expected(engine)
    clearTimeout(timer)
  })
})

test('folders of ended processes are removed, others remain', async () => {
  const folder = scratch()
  const id = '8b0c7a40-0000-4000-8000-000000000000'
  const [ended, running, own] = [2 ** 22 + 1, process.ppid, process.pid].map((pid) =>
    join(folder, `tiles-${pid}-${id}`),
  )
  for (const path of [ended!, running!, own!]) mkdirSync(path)
  const { cache } = await openOnCache(bytes, { folder })
  expect([ended!, running!, own!, cache.path].map(existsSync)).toEqual([false, true, false, true])
  await cache.close()
  expect(existsSync(cache.path)).toBe(false)
})
