import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runOnBehalf, Semaphore } from '#platform/concurrency'
import { runs } from '../../setup/suite.ts'

const aMoment = () => new Promise((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  test('never admits more calls than its capacity, and admits every caller in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 12 }),
        async (places, calls) => {
          const semaphore = new Semaphore(places)
          let inside = 0
          let most = 0
          const work = async () => {
            most = Math.max(most, ++inside)
            await aMoment()
            inside--
          }
          await Promise.all(Array.from({ length: calls }, () => semaphore.run(work)))
          expect(most).toBe(Math.min(places, calls))
        },
      ),
      { numRuns: runs(30) },
    )
  })

  test('frees the place of work that fails', async () => {
    const semaphore = new Semaphore(1)
    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(semaphore.run(async () => 'next')).resolves.toBe('next')
  })

  test('removes an aborted caller from the queue', async () => {
    const semaphore = new Semaphore(1)
    let finish = () => {}
    const first = semaphore.run(() => new Promise<void>((resolve) => (finish = resolve)))
    const controller = new AbortController()
    let ran = false
    const second = semaphore.run(async () => {
      ran = true
    }, controller.signal)
    const third = semaphore.run(async () => 'third')
    controller.abort(new Error('too late'))
    await expect(second).rejects.toThrow('too late')
    finish()
    await first
    await expect(third).resolves.toBe('third')
    expect(ran).toBe(false)
  })

  test('rejects a caller that is already aborted', async () => {
    const semaphore = new Semaphore(1)
    await expect(
      semaphore.run(async () => 1, AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone')
    await expect(semaphore.run(async () => 2)).resolves.toBe(2)
  })
})

describe('a semaphore with several accounts in its queue', () => {
  /** Starts work that lasts until `end`, and records the order of the starts. */
  function jobs(semaphore: Semaphore) {
    const begun: string[] = []
    const finish = new Map<string, () => void>()
    const start = (owner: string, name: string) =>
      runOnBehalf(owner, () =>
        semaphore.run(() => {
          begun.push(name)
          return new Promise<void>((resolve) => finish.set(name, resolve))
        }),
      )
    const end = async (name: string) => {
      finish.get(name)!()
      await new Promise(setImmediate)
    }
    return { begun, start, end }
  }

  test('admits them in turns, however many calls of one account are waiting', async () => {
    const { begun, start, end } = jobs(new Semaphore(1))
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start('a', name)
    void start('b', 'b1')
    void start('c', 'c1')
    await new Promise(setImmediate)
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  })

  test('prefers an owner without running calls', async () => {
    const { begun, start, end } = jobs(new Semaphore(2))
    for (const name of ['a1', 'a2', 'a3']) void start('a', name)
    void start('b', 'b1')
    await new Promise(setImmediate)
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1'])
  })

  test('keeps a place free from an account that has reached its maximum', async () => {
    const { begun, start, end } = jobs(new Semaphore(3, { maxPerOwner: 2 }))
    for (const name of ['a1', 'a2', 'a3']) void start('a', name)
    void start('b', 'b1')
    await new Promise(setImmediate)
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  })
})
