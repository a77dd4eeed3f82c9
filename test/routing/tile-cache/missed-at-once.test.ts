import { beforeAll, expect, test, vi } from 'vitest'
import type { EngineQuery } from '#routing/operations'
import { truth } from '../../../demo-island/index.ts'
import { type ArchiveBytes, archived } from '../../fixtures/tile-archives.ts'
import { hasAndorra, openOnCache, tarEngine, twoRegions } from './engines.ts'

// Nothing is fetched ahead, so every tile is missed at first.
vi.mock('../../../lib/routing/tile-cache/needed-tiles.ts', async (original) => ({
  ...(await original<object>()),
  guessNeededTiles: () => [],
}))

let tiles: Map<number, Buffer>
let bytes: ArchiveBytes
beforeAll(async () => {
  tiles = await twoRegions()
  bytes = await archived(tiles)
})

const [start, via, end] = [truth.routable[0]!, truth.routable[1]!, truth.routable[3]!]
const elsewhere = { lat: 46.4, lon: -27.4 }
const andorra = [
  { lat: 42.4633, lon: 1.4903 },
  { lat: 42.5663, lon: 1.5958 },
]

const routes: [string, EngineQuery][] = [
  ['by car', { locations: [start, end], costing: 'auto' }],
  ['by bicycle', { locations: [start, via, end], costing: 'bicycle' }],
  ['on foot', { locations: [start, end], costing: 'pedestrian' }],
  ['around a place', { locations: [start, end], costing: 'auto', exclude_locations: [via] }],
  ['to a place without a road', { locations: [start, elsewhere], costing: 'auto' }],
  ...(hasAndorra
    ? ([
        ['in the mountains', { locations: andorra, costing: 'auto' }],
        ['over the sea', { locations: [start, andorra[0]], costing: 'auto' }],
      ] satisfies [string, EngineQuery][])
    : []),
]

test('a route needs fewer runs than it misses tiles, also with many routes at a time', async () => {
  const { engine, cache } = await openOnCache(bytes)
  const tar = await tarEngine(tiles)
  const outcome = (on: typeof engine, query: EngineQuery) =>
    on.call('route', query).catch(({ code, message }) => ({ code, message }))
  for (const [name, query] of routes) {
    await cache.clear()
    expect(await outcome(engine, query), name).toEqual(await outcome(tar, query))
  }
  const { misses, repeats } = cache.statistics
  // Some routes of the island miss one tile at a time.
  if (hasAndorra) expect(misses).toBeGreaterThan(repeats)
  else expect(misses).toBeGreaterThanOrEqual(repeats)

  await cache.clear()
  const both = [engine, tar].map((on) =>
    Promise.all([...routes, ...routes].map(([, query]) => outcome(on, query))),
  )
  const [answers, expected] = await Promise.all(both)
  expect(answers).toEqual(expected)
})
