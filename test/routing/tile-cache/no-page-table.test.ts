import { beforeAll, expect, test, vi } from 'vitest'
import type { EngineAction, EngineQuery } from '#routing/operations'
import { truth } from '../../../demo-island/index.ts'
import { type ArchiveBytes, archived } from '../../fixtures/tile-archives.ts'
import { openOnCache, tarEngine, twoRegions } from './engines.ts'

// Simulates a system without a readable page table; nothing is fetched ahead, so every tile is missed at first.
vi.mock('../../../lib/routing/tile-cache/page-table.ts', () => ({
  PageTable: class {
    constructor() {
      throw new Error('no page table')
    }
  },
}))
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

const [start, end] = [truth.routable[0]!, truth.routable[3]!]

test.each<[EngineAction, EngineQuery]>([
  ['route', { locations: [start, end], costing: 'auto' }],
  ['matrix', { sources: [start, end], targets: truth.routable, costing: 'bicycle' }],
  ['isochrone', { locations: [start], costing: 'auto', contours: [{ time: 9 }] }],
  ['locate', { locations: [start, end], costing: 'auto', verbose: true }],
])(
  'without a page table a %s finds out from errors which tiles it missed',
  async (action, query) => {
    const { engine, cache } = await openOnCache(bytes)
    const tar = await tarEngine(tiles)
    expect(await engine.call(action, query)).toEqual(await tar.call(action, query))
    expect(cache.statistics.misses).toBeGreaterThan(0)
  },
)

test('without a page table a location without a road is reported as such', async () => {
  const { engine } = await openOnCache(bytes)
  const query = { locations: [{ lat: 46.4, lon: -27.4 }, start], costing: 'auto' }
  await expect(engine.call('route', query)).rejects.toMatchObject({ code: 'location_not_routable' })
})
