import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { truth } from '../../demo-island/index.ts'
import type { Engine, EngineAction, EngineQuery } from '../../lib/routing/index.ts'
import { tileAt, tileName } from '../../lib/tile-archive/index.ts'
import { type ArchiveBytes, archived } from '../fixtures/tile-archives.ts'
import { hasAndorra, openOnCache, scratch, tarEngine, twoRegions } from './engines.ts'
import { FaultyStore } from './faulty-store.ts'

const [start, end] = [truth.routable[0]!, truth.routable[3]!]
const route = { locations: [start, end], costing: 'auto' }

/** The answer of a call, or its error: code, message and the engine's own words. */
async function outcome(engine: Engine, action: EngineAction, query: EngineQuery): Promise<unknown> {
  return await engine.call(action, query).catch(({ code, message, cause }) => ({
    code,
    message,
    cause: (cause as Error | undefined)?.message,
  }))
}

/** Bytes of the tiles in a folder, as the file system tells. */
function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.gph.gz'))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

let tiles: Map<number, Buffer>
let bytes: ArchiveBytes
let tar: Engine
beforeAll(async () => {
  tiles = await twoRegions()
  bytes = await archived(tiles)
  tar = await tarEngine(tiles)
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
      { shape: [start, end], costing: 'auto', shape_match: 'map_snap' },
    ],
  ]

  test('answers like one on the tar, also many calls at a time', async () => {
    const { engine, cache } = await openOnCache(bytes)
    const all = (engine: Engine) =>
      Promise.all(calls.map(([, action, query]) => outcome(engine, action, query)))
    const [expected, answers] = [await all(tar), await all(engine)]
    for (const [i, [name]] of calls.entries()) expect(answers[i], name).toEqual(expected[i])
    if (hasAndorra)
      expect(answers[3]).toMatchObject({ cause: expect.stringContaining('unconnected regions') })
    expect(cache.statistics.faults).toBe(0)
  })

  test('knows bridges, ferries and gates as the tar does', async () => {
    const { engine } = await openOnCache(bytes)
    const line = [start, end].flatMap(({ lat, lon }) => [lat * 1e6, lon * 1e6])
    for (const set of [engine.tiles, tar.tiles]) expect(set.mayHaveRoadNear(elsewhere)).toBe(false)
    expect(await engine.tiles.featuresAlong(Int32Array.from(line))).toEqual(
      await tar.tiles.featuresAlong(Int32Array.from(line)),
    )
    for (const place of [start, end, elsewhere, andorra])
      expect(engine.tiles.areaOf(place) === engine.tiles.areaOf(start)).toBe(
        tar.tiles.areaOf(place) === tar.tiles.areaOf(start),
      )
  })

  test('answers with no room on disk, and leaves nothing there', async () => {
    const { engine, cache } = await openOnCache(bytes, { budgetBytes: 1 })
    expect(await outcome(engine, 'route', route)).toEqual(await outcome(tar, 'route', route))
    expect(cache.statistics.misses).toBeGreaterThan(0)
    expect([cache.diskBytes, bytesIn(cache.path)]).toEqual([0, 0])
  })

  test('fetches before the call what the call needs', async () => {
    const { engine, cache } = await openOnCache(bytes)
    await engine.call('route', route)
    const { fetches, misses } = cache.statistics
    await engine.call('route', route)
    expect(misses).toBe(0)
    expect(cache.statistics.fetches).toBe(fetches)
    expect(bytesIn(cache.path)).toBe(cache.diskBytes)
  })
})

describe('a fault of the store', () => {
  const expected = async (engine: Engine) =>
    expect(await outcome(engine, 'route', route)).toEqual(await outcome(tar, 'route', route))
  const refused = async (engine: Engine) =>
    await expect(engine.call('route', route)).rejects.toMatchObject({ code: 'service_unavailable' })

  test.each([
    ['before the call', 1e9],
    ['under the engine', 1],
  ])('%s is a 503, and no road is lost by it', async (_, budgetBytes) => {
    const store = new FaultyStore(bytes)
    const { engine, cache } = await openOnCache(bytes, { budgetBytes, patienceMs: 40 }, store.read)
    for (const fault of ['gone', 'truncated', 'flipped'] as const) {
      store.fault = fault
      await refused(engine)
      store.fault = undefined
      await expected(engine)
      cache.clear()
    }
  })

  test('that passes while the engine waits costs time only', async () => {
    const store = new FaultyStore(bytes)
    const { engine, cache } = await openOnCache(bytes, { budgetBytes: 1 }, store.read)
    store.fault = 'gone'
    const timer = setTimeout(() => (store.fault = undefined), 150)
    await expected(engine)
    clearTimeout(timer)
    expect(cache.statistics.faults).toBe(0)
  })
})

describe('the loopback proxy', () => {
  test('has the tiles that exist, and 404 for all else', async () => {
    const { cache } = await openOnCache(bytes)
    const get = (path: string) => fetch(cache.url.replace('{tilePath}', path))
    for (const [id, tile] of tiles) {
      const answer = Buffer.from(await (await get(tileName(id))).arrayBuffer())
      expect(gunzipSync(answer).equals(tile)).toBe(true)
    }
    const absent = [tileName(tileAt(2, 0, 0)), '', 'id.txt', '7/000/001.gph', '../../etc/passwd']
    for (const path of absent) expect((await get(path)).status, path).toBe(404)
  })
})

test('folders of processes that ended are removed, others stay', async () => {
  const folder = scratch()
  const id = '8b0c7a40-0000-4000-8000-000000000000'
  const [ended, running, own] = [2 ** 22 + 1, process.ppid, process.pid].map((pid) =>
    join(folder, `tiles-${pid}-${id}`),
  )
  for (const path of [ended!, running!, own!]) mkdirSync(path)
  const { cache } = await openOnCache(bytes, { folder })
  expect([ended!, running!, own!, cache.path].map(existsSync)).toEqual([false, true, false, true])
  cache.close()
  expect(existsSync(cache.path)).toBe(false)
})
