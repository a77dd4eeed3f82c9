import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Turnstile } from '../../lib/turnstile/index.ts'

const aMoment = () => new Promise((resolve) => setImmediate(resolve))

describe('a turnstile', () => {
  test('never lets in more than its places, and everyone in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 12 }),
        async (places, calls) => {
          const turnstile = new Turnstile(places)
          let inside = 0
          let most = 0
          const work = async () => {
            most = Math.max(most, ++inside)
            await aMoment()
            inside--
          }
          await Promise.all(Array.from({ length: calls }, () => turnstile.pass(work)))
          expect(most).toBe(Math.min(places, calls))
        },
      ),
      { numRuns: 30 },
    )
  })

  test('frees the place of work that fails', async () => {
    const turnstile = new Turnstile(1)
    await expect(turnstile.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(turnstile.pass(async () => 'next')).resolves.toBe('next')
  })

  test('lets go of who is aborted in the queue', async () => {
    const turnstile = new Turnstile(1)
    let finish = () => {}
    const first = turnstile.pass(() => new Promise<void>((resolve) => (finish = resolve)))
    const controller = new AbortController()
    let ran = false
    const second = turnstile.pass(async () => {
      ran = true
    }, controller.signal)
    const third = turnstile.pass(async () => 'third')
    controller.abort(new Error('too late'))
    await expect(second).rejects.toThrow('too late')
    finish()
    await first
    await expect(third).resolves.toBe('third')
    expect(ran).toBe(false)
  })

  test('turns away who comes aborted', async () => {
    const turnstile = new Turnstile(1)
    await expect(
      turnstile.pass(async () => 1, AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone')
    await expect(turnstile.pass(async () => 2)).resolves.toBe(2)
  })
})
