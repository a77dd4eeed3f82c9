import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine, EngineAction, EngineQuery } from '#routing/operations'
import { truth } from '../../../demo-island/index.ts'
import { seeded } from '../../fixtures/random.ts'
import { type ArchiveBytes, archived, builtTiles } from '../../fixtures/tile-archives.ts'
import { openOnCache, tarEngine } from './engines.ts'
import { FaultyStore, faults } from './faulty-store.ts'

const rounds = 8
const callsPerRound = 15

const random = seeded(21)
const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!

/** Returns a call of any kind among the towns. */
function randomCall(): [EngineAction, EngineQuery] {
  const [from, to] = [one(truth.routable), one(truth.routable)]
  const costing = one(['auto', 'bicycle', 'pedestrian'])
  return one<[EngineAction, EngineQuery]>([
    ['route', { locations: [from, to], costing }],
    ['matrix', { sources: [from, to], targets: [to, from], costing }],
    ['locate', { locations: [from, to], costing, verbose: true }],
    ['isochrone', { locations: [from], costing, contours: [{ time: 20 }] }],
    ['traceRoute', { shape: [from, to], costing, shape_match: 'map_snap' }],
  ])
}

const outcome = async (engine: Engine, [action, query]: [EngineAction, EngineQuery]) =>
  await engine.call(action, query).catch(({ code }) => ({ code }))

describe('the engine during intermittent store faults', () => {
  let bytes: ArchiveBytes
  let tar: Engine
  beforeAll(async () => {
    const tiles = await builtTiles('demo')
    bytes = await archived(tiles)
    tar = await tarEngine(tiles)
  })

  test('answers correctly or with 503, and correctly again afterwards', async () => {
    let refused = 0
    for (let round = 0; round < rounds; round++) {
      const store = new FaultyStore(bytes)
      const { engine, cache } = await openOnCache(bytes, { patienceMs: 30 }, store.read)
      for (let i = 0; i < callsPerRound; i++) {
        const call = randomCall()
        store.fault = one([...faults, undefined])
        const end = sleep(60 * random()).then(() => (store.fault = one([...faults, undefined])))
        const answer = await outcome(engine, call)
        await end
        const code = (answer as { code?: string }).code
        if (code === 'service_unavailable') refused++
        else expect(answer).toEqual(await outcome(tar, call))
        store.fault = undefined
        expect(await outcome(engine, call)).toEqual(await outcome(tar, call))
        await cache.clear()
      }
    }
    expect(refused).toBeGreaterThan(0)
  })

  test('answers later, but correctly, when the store is gone for 5 seconds', async () => {
    const store = new FaultyStore(bytes)
    const { engine } = await openOnCache(bytes, {}, store.read)
    const call: [EngineAction, EngineQuery] = [
      'route',
      { locations: [truth.routable[0], truth.routable[3]], costing: 'auto' },
    ]
    store.fault = 'gone'
    const back = sleep(5_000).then(() => (store.fault = undefined))
    expect(await outcome(engine, call)).toEqual(await outcome(tar, call))
    await back
  })
})
