import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AccountStore, RateLimit } from '#platform/accounts'
import type { ContractOptions } from './accounts-fixtures.ts'

/** The contract of rate limits. The test sets the clock. */
export function ratesContract({ open, runs }: ContractOptions): void {
  let stores: AccountStore[]
  beforeAll(async () => {
    stores = [await open(), await open()]
    return () => {
      for (const store of stores) store.close()
    }
  })
  let now: number
  const setClock = (ms: number) => {
    now = ms
    vi.spyOn(Date, 'now').mockImplementation(() => now)
  }
  afterEach(() => vi.restoreAllMocks())
  const start = Date.now()
  const admitted = async (store: AccountStore, keyId: string, limit: RateLimit) =>
    (await store.admit({ keyId, limit })).retryAfterMs === 0

  describe('rate limits', () => {
    test('a burst is admitted at once, then one request per interval', async () => {
      setClock(start)
      const keyId = randomUUID()
      const limit = { requestsPerSecond: 10, burst: 5 }
      const first = []
      for (let i = 0; i < 7; i++) first.push(await admitted(stores[0]!, keyId, limit))
      expect(first).toEqual([true, true, true, true, true, false, false])
      expect(await stores[0]!.admit({ keyId, limit })).toEqual({ retryAfterMs: 100 })
      setClock(start + 99)
      expect(await admitted(stores[0]!, keyId, limit)).toBe(false)
      setClock(start + 101)
      expect(await admitted(stores[0]!, keyId, limit)).toBe(true)
      expect(await admitted(stores[0]!, keyId, limit)).toBe(false)
      setClock(start + 10_000)
      const again = []
      for (let i = 0; i < 6; i++) again.push(await admitted(stores[0]!, keyId, limit))
      expect(again).toEqual([true, true, true, true, true, false])
    })

    test('all processes share one bucket, also for concurrent requests', async () => {
      setClock(start)
      const keyId = randomUUID()
      const limit = { requestsPerSecond: 1, burst: 20 }
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) => admitted(stores[i % 2]!, keyId, limit)),
      )
      // The store refuses such requests rather than retrying for ever: concurrent requests may collide.
      expect(results.filter((admitted) => admitted).length).toBeLessThanOrEqual(20)
      while (await admitted(stores[0]!, keyId, limit)) results.push(true)
      expect(results.filter((admitted) => admitted)).toHaveLength(20)
    })

    test.each([
      ['back by an hour', -3_600_000],
      ['back by a year', -31_536_000_000],
      ['forward by an hour', 3_600_000],
    ])('a clock that is set %s delays a key by at most one interval', async (_, step) => {
      for (const count of [1, 3, 8]) {
        setClock(start)
        const keyId = randomUUID()
        const limit = { requestsPerSecond: 10, burst: 5 }
        for (let i = 0; i < count; i++) await stores[0]!.admit({ keyId, limit })
        setClock(start + step)
        for (const store of [stores[0]!, stores[1]!]) {
          const { retryAfterMs } = await store.admit({ keyId, limit })
          expect(retryAfterMs).toBeLessThanOrEqual(100)
          setClock(now + Math.ceil(retryAfterMs))
          if (retryAfterMs > 0) expect(await admitted(store, keyId, limit)).toBe(true)
        }
        const most = limit.burst
        const more = []
        for (let i = 0; i < 20; i++) more.push(await admitted(stores[i % 2]!, keyId, limit))
        expect(more.filter((admitted) => admitted).length).toBeLessThanOrEqual(most)
        expect(more.at(-1)).toBe(false)
      }
    })

    test('a narrower limit delays a key that used the wider one by at most one interval', async () => {
      setClock(start)
      const keyId = randomUUID()
      const wide = { requestsPerSecond: 1, burst: 1000 }
      for (let i = 0; i < 100; i++) await stores[0]!.admit({ keyId, limit: wide })
      const narrow = { requestsPerSecond: 1, burst: 2 }
      expect(await admitted(stores[1]!, keyId, narrow)).toBe(true)
      expect(await stores[1]!.admit({ keyId, limit: narrow })).toEqual({ retryAfterMs: 1000 })
    })

    test('each key has its own bucket', async () => {
      setClock(start)
      const limit = { requestsPerSecond: 1, burst: 1 }
      for (const keyId of [randomUUID(), randomUUID()]) {
        expect(await admitted(stores[0]!, keyId, limit)).toBe(true)
        expect(await admitted(stores[0]!, keyId, limit)).toBe(false)
      }
    })

    test('at most burst + rate x time requests are admitted in any period', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            requestsPerSecond: fc.constantFrom(0.5, 3, 50),
            burst: fc.integer({ min: 1, max: 8 }),
          }),
          fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 30 }),
          async (limit, pauses) => {
            const keyId = randomUUID()
            let at = start
            const taken: number[] = []
            for (const [i, pause] of pauses.entries()) {
              at += pause
              setClock(at)
              const { retryAfterMs } = await stores[i % 2]!.admit({ keyId, limit })
              if (retryAfterMs === 0) taken.push(at)
              else {
                // A caller that waits for the returned time is admitted.
                at += Math.ceil(retryAfterMs)
                setClock(at)
                expect(await admitted(stores[(i + 1) % 2]!, keyId, limit)).toBe(true)
                taken.push(at)
              }
            }
            for (const [i, from] of taken.entries()) {
              for (const [j, to] of taken.slice(i).entries()) {
                const most = limit.burst + ((to - from) / 1000) * limit.requestsPerSecond
                expect(j + 1).toBeLessThanOrEqual(most + 1e-6)
              }
            }
          },
        ),
        { numRuns: runs },
      )
    })
  })
}
