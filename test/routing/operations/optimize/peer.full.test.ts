import { beforeAll, expect, test } from 'vitest'
import type { Engine } from '#routing/operations'
import { visitOrder } from '#routing/operations/optimize/order'
import { andorraEngine, describeOnAndorra } from '../../../fixtures/andorra.ts'
import { seeded } from '../../../fixtures/random.ts'
import { instanceOf, randomStops, secondsOf } from './instances.ts'

const bounds = { min_lat: 42.43, min_lon: 1.41, max_lat: 42.66, max_lon: 1.79 }
const instanceCount = 8

describeOnAndorra("a visit order compared with the engine's optimised route", () => {
  let engine: Engine

  beforeAll(async () => {
    engine = await andorraEngine()
  })

  test('is never slower for 50 random stops on the same matrix, and mostly faster', async () => {
    const random = seeded(11)
    let fasterCount = 0
    for (let i = 0; i < instanceCount; i++) {
      const instance = await instanceOf(engine, await randomStops(engine, bounds, random, 50))
      const ours = secondsOf(await visitOrder(instance.seconds), instance)
      const theirs = secondsOf(instance.engineOrder, instance)
      expect(ours).toBeLessThanOrEqual(theirs)
      if (ours < theirs) fasterCount++
    }
    expect(fasterCount).toBeGreaterThan(instanceCount / 2)
  }, 300_000)
})
