import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedLock } from '#platform/concurrency'

test('shared work runs side by side, and exclusive work runs alone', async () => {
  const lock = new SharedLock()
  let shared = 0
  let maxShared = 0
  let alone = 0
  const beside = () =>
    lock.shared(async () => {
      maxShared = Math.max(maxShared, ++shared)
      expect(alone).toBe(0)
      await turn()
      shared--
    })
  const apart = () =>
    lock.alone(async () => {
      expect([shared, ++alone]).toEqual([0, 1])
      await turn()
      alone--
    })
  const all = Array.from({ length: 60 }, (_, i) => (i % 7 === 3 ? apart() : beside()))
  await Promise.all(all)
  expect(maxShared).toBeGreaterThan(1)
})

test('exclusive work does not wait for later work', async () => {
  const lock = new SharedLock()
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const running = lock.shared(() => first.promise)
  const alone = lock.alone(async () => void order.push('alone'))
  const later = lock.shared(async () => void order.push('later'))
  first.resolve()
  await Promise.all([running, alone, later])
  expect(order).toEqual(['alone', 'later'])
})

test('work that fails releases the lock', async () => {
  const lock = new SharedLock()
  const failing = () => Promise.reject(new Error('no'))
  await expect(lock.shared(failing)).rejects.toThrow('no')
  await expect(lock.alone(failing)).rejects.toThrow('no')
  expect(await lock.alone(async () => 1)).toBe(1)
  expect(await lock.shared(async () => 2)).toBe(2)
})
