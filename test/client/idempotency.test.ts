import { CairnError } from 'cairn-client'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runs } from '../setup/suite.ts'
import { clientOf, json, lostConnection, refusal, type SentRequest } from './server-double.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns the outcome of a promise, after all pauses have passed. */
async function settled<T>(promise: PromiseLike<T>): Promise<T | CairnError> {
  const outcome = Promise.resolve(promise).catch((error: CairnError) => error)
  await vi.runAllTimersAsync()
  return await outcome
}

const input = { sources: [{ lat: 0, lon: 0 }], targets: [{ lat: 0, lon: 1 }] }
const ok = json({ matrix: [[null]] })
const keyOf = ({ init }: SentRequest) => init.headers['idempotency-key']

describe('an idempotency key', () => {
  test('is sent with each POST, a new one with each call, and with no other method', async () => {
    const { cairn, sent } = clientOf([ok])
    await settled(cairn.routing.matrix(input))
    await settled(cairn.routing.matrix(input))
    await settled(cairn.geocoding.jobs.create())
    await settled(cairn.geocoding.search({ text: 'a' }))
    const keys = sent.map(keyOf)
    expect(keys.slice(0, 3)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^[0-9a-f]{32}$/)),
    )
    expect(new Set(keys.slice(0, 3)).size).toBe(3)
    expect(keys[3]).toBeUndefined()
    expect(sent[0]!.init).not.toHaveProperty('idempotencyKey')
  })

  test('is the same in each retry', async () => {
    const { cairn, sent } = clientOf([lostConnection(), refusal(503, 'service_unavailable'), ok])
    const { facts } = (await settled(cairn.routing.matrix(input).withFacts())) as {
      facts: { attempts: number; replayed: boolean }
    }
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(keyOf)).size).toBe(1)
    expect(facts).toMatchObject({ attempts: 3, replayed: false })
  })

  test('may be chosen by the caller, or turned off', async () => {
    const { cairn, sent } = clientOf([ok])
    await settled(cairn.routing.matrix(input, { idempotencyKey: 'order-17' }))
    await settled(cairn.routing.matrix(input, { idempotencyKey: false }))
    const off = clientOf([ok], { idempotencyKeys: false })
    await settled(off.cairn.routing.matrix(input))
    await settled(off.cairn.routing.matrix(input, { idempotencyKey: 'order-18' }))
    expect([...sent, ...off.sent].map(keyOf)).toEqual([
      'order-17',
      undefined,
      undefined,
      'order-18',
    ])
  })

  test('is part of the error of a failed call, so that the call can be repeated later', async () => {
    const { cairn, sent } = clientOf([lostConnection()])
    const error = (await settled(cairn.routing.matrix(input))) as CairnError
    expect(error).toMatchObject({ code: 'connection_failed', mayBeCharged: true, attempts: 4 })
    expect(error.idempotencyKey).toBe(keyOf(sent[0]!))
  })

  test('shows whether the service has answered before', async () => {
    const { cairn } = clientOf([json({}, 200, { 'x-idempotent-replay': 'true' })])
    const { facts } = await cairn.routing.matrix(input).withFacts()
    expect(facts.replayed).toBe(true)
  })
})

describe('a call with an idempotency key', () => {
  test.each([
    ['its answer is lost', lostConnection()],
    ['a success cannot be read', new Response('<html>')],
    ['a proxy answers 502', new Response('upstream', { status: 502 })],
    ['the service has a fault', refusal(500, 'internal_error')],
    ['the service was too slow', refusal(504, 'gateway_timeout')],
    [
      'its first attempt is still running',
      refusal(409, 'idempotency_conflict', { 'retry-after': '2' }),
    ],
  ])('is sent again when %s', async (_, first) => {
    const { cairn, sent } = clientOf([first, ok])
    expect(await settled(cairn.routing.matrix(input))).toEqual({ matrix: [[null]] })
    expect(sent).toHaveLength(2)
  })

  test('is not sent again when the key was used for another request', async () => {
    const { cairn, sent } = clientOf([refusal(409, 'idempotency_conflict'), ok])
    const error = await settled(cairn.routing.matrix(input, { idempotencyKey: 'k' }))
    expect(error).toMatchObject({ code: 'idempotency_conflict', status: 409 })
    expect(sent).toHaveLength(1)
  })

  test('is not sent again without a key when its answer is lost', async () => {
    const { cairn, sent } = clientOf([lostConnection(), ok])
    const error = await settled(cairn.routing.matrix(input, { idempotencyKey: false }))
    expect(error).toMatchObject({ mayBeCharged: true, idempotencyKey: undefined })
    expect(sent).toHaveLength(1)
  })

  test('is charged once, whatever happens on the way', async () => {
    const fate = fc.constantFrom('busy', 'lost before', 'answered', 'answered, and lost')
    const fates = fc.array(fate, { minLength: 1, maxLength: 8 })
    const property = fc.asyncProperty(fates, async (fates) => {
      const charged = new Set<string>()
      const { cairn, sent } = clientOf(
        fates.map((fate) => async () => {
          if (fate === 'busy') return refusal(503, 'service_unavailable')
          if (fate === 'lost before') throw lostConnection()
          charged.add(keyOf(sent.at(-1)!)!)
          if (fate === 'answered, and lost') throw lostConnection()
          return ok.clone()
        }),
      )
      const outcome = await settled(cairn.routing.matrix(input))
      expect(charged.size).toBeLessThanOrEqual(1)
      if (outcome instanceof CairnError && charged.size > 0)
        expect(outcome.idempotencyKey).toBe([...charged][0])
    })
    await fc.assert(property, { numRuns: runs(200) })
  })
})
