import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Gazetteer } from '#places/gazetteer'
import { searchAlongRoute } from '#routing/along-route'
import { routeToPlace } from '#routing/find-and-route'
import {
  compareModes,
  type Engine,
  findIsochrone,
  findMatrix,
  findRoute,
  locate,
  optimizeStops,
  snapTrace,
} from '#routing/operations'
import type { EngineTileCache } from '#routing/tile-cache'
import { operations } from '../../../functions/operations.ts'
import { generatedRequests } from '../../fixtures/requests/index.ts'
import { archived } from '../../fixtures/tile-archives.ts'
import { builtRegion } from '../find-and-route/ask.ts'
import { openOnCache, tarEngine, twoRegions } from './engines.ts'

/** Number of calls of all operations together. */
const calls = 504
/** Less than the size of the two regions. */
const budgetBytes = 1_950_000

type Run = (engine: Engine, request: never, warn: (text: string) => void) => Promise<unknown>

let gazetteer: Gazetteer

/** Operations that call the engine, as their handlers run them. */
const run: Readonly<Record<string, Run>> = {
  'routing/route': (engine, request, warn) => findRoute(engine, request, { warn }),
  'routing/optimize': (engine, request, warn) => optimizeStops(engine, request, { warn }),
  'routing/compare': (engine, request, warn) => compareModes(engine, request, { warn }),
  'routing/matrix': (engine, request, warn) => findMatrix(engine, request, { warn }),
  'routing/locate': (engine, request, warn) => locate(engine, request, { warn }),
  'routing/snap': (engine, request, warn) => snapTrace(engine, request, { warn }),
  'routing/isochrone': (engine, request, warn) =>
    findIsochrone(engine, request, { places: undefined, warn }),
  'routing/find-and-route': (engine, request, warn) =>
    routeToPlace(request, { engine, gazetteer, warn }),
  'routing/search-along-route': (engine, request, warn) =>
    searchAlongRoute(engine, gazetteer, request, { warn }),
}

/** Returns the answer of an operation with its warnings, or its error. */
async function outcome(id: string, engine: Engine, request: unknown): Promise<unknown> {
  const warnings: string[] = []
  return await run[id]!(engine, request as never, (text) => void warnings.push(text)).then(
    (answer) => ({ answer, warnings }),
    ({ code, message, fields }) => ({ code, message, fields }),
  )
}

describe('an operation on fetched tiles', () => {
  let tar: Engine
  let fetched: Engine
  let cache: EngineTileCache
  beforeAll(async () => {
    const tiles = await twoRegions()
    const bytes = await archived(tiles)
    ;({ gazetteer } = await builtRegion('demo'))
    tar = await tarEngine(tiles)
    ;({ engine: fetched, cache } = await openOnCache(bytes, { budgetBytes }))
  })

  const share = calls / Object.keys(run).length
  test.each(Object.keys(run))('answers as on the tar: %s', async (id) => {
    const { input } = operations.find((operation) => operation.id === id)!
    const requests = fc
      .sample(generatedRequests[id]!, { numRuns: 4 * share, seed: 21 })
      .flatMap((request) => input.safeParse(request).data ?? [])
      .slice(0, share)
    expect(requests).toHaveLength(share)
    let answered = 0
    for (const request of requests) {
      const [expected, actual] = await Promise.all([
        outcome(id, tar, request),
        outcome(id, fetched, request),
      ])
      expect(actual).toEqual(expected)
      if ('answer' in (actual as object)) answered++
    }
    expect(answered).toBeGreaterThan(share / 4)
    expect(cache.diskBytes).toBeLessThanOrEqual(budgetBytes)
  })
})
