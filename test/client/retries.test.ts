import { CairnError } from 'cairn-client'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorTable } from '#platform/errors'
import { runs } from '../setup/suite.ts'
import { clientOf, json, lostConnection, refusal, refusedConnection } from './server-double.ts'

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

const ok = json({ results: [], query: { text: 'a', size: 5 } })

describe('the client after a refusal that costs nothing', () => {
  test.each([
    [429, 'too_many_requests'],
    [503, 'service_unavailable'],
  ])('tries again after %i', async (status, code) => {
    const { cairn, sent } = clientOf([refusal(status, code, { 'retry-after': '1' }), ok])
    const call = cairn.geocoding.search({ text: 'a' })
    await settled(call)
    expect(sent).toHaveLength(2)
    expect((await call.withFacts()).facts.attempts).toBe(2)
  })

  test('tries four times in all, then throws', async () => {
    const { cairn, sent } = clientOf([refusal(503, 'service_unavailable')])
    const error = await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(4)
    expect(error).toMatchObject({ code: 'service_unavailable', attempts: 4, mayBeCharged: false })
  })

  test('waits for at least the time that the service requests', async () => {
    const { cairn, sent } = clientOf([
      refusal(429, 'too_many_requests', { 'retry-after': '7' }),
      ok,
    ])
    const call = cairn.geocoding.search({ text: 'a' })
    await vi.advanceTimersByTimeAsync(6999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(sent).toHaveLength(2)
    await call
  })

  test('waits until a date', async () => {
    vi.setSystemTime('2026-01-01T00:00:00Z')
    const header = { 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }
    const { cairn, sent } = clientOf([refusal(503, 'service_unavailable', header), ok])
    const call = cairn.geocoding.search({ text: 'a' })
    await vi.advanceTimersByTimeAsync(4999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(sent).toHaveLength(2)
    await call
  })

  test('compares a date with the clock of the service, not with its own', async () => {
    vi.setSystemTime('2026-01-01T01:00:00Z')
    const header = {
      'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
    }
    const { cairn, sent } = clientOf([refusal(503, 'service_unavailable', header), ok])
    const call = cairn.geocoding.search({ text: 'a' })
    await vi.advanceTimersByTimeAsync(4999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(sent).toHaveLength(2)
    await call
  })

  test('throws at once when the service requests an hour', async () => {
    const { cairn, sent } = clientOf([
      refusal(503, 'service_unavailable', { 'retry-after': '3600' }),
    ])
    const error = await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(1)
    expect(error).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 3600 })
  })

  test('throws when the pause would exceed the time limit of the call', async () => {
    const { cairn, sent } = clientOf([refusal(429, 'too_many_requests', { 'retry-after': '5' })])
    const error = await settled(cairn.geocoding.search({ text: 'a' }, { timeoutMs: 4000 }))
    expect(sent).toHaveLength(1)
    expect(error).toMatchObject({ code: 'too_many_requests' })
  })
})

describe('a call without an idempotency key that may have been charged', () => {
  test('is never sent again when the connection is lost', async () => {
    const { cairn, sent } = clientOf([lostConnection(), ok])
    const error = await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(1)
    expect(error).toMatchObject({ code: 'connection_failed', mayBeCharged: true })
  })

  test('is never sent again when the time limit passes', async () => {
    const { cairn, sent } = clientOf([
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
    const error = await settled(cairn.geocoding.search({ text: 'a' }, { timeoutMs: 100 }))
    expect(sent).toHaveLength(1)
    expect(error).toMatchObject({ code: 'timeout', mayBeCharged: true })
  })

  test('is never sent again when the answer breaks off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(lostConnection()) })
    const { cairn, sent } = clientOf([async () => new Response(body), ok])
    const error = await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(1)
    expect(error).toMatchObject({ code: 'connection_failed', mayBeCharged: true })
  })

  test('is never sent again when a success cannot be read', async () => {
    const { cairn, sent } = clientOf([new Response('<html>'), ok])
    const error = await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(1)
    expect(error).toMatchObject({ code: 'unexpected_answer', mayBeCharged: true, body: '<html>' })
  })

  test('is never sent again when something other than the service answers 503', async () => {
    const { cairn, sent } = clientOf([new Response('upstream', { status: 503 }), ok])
    const error = await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(1)
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 503, mayBeCharged: true })
  })

  test('is never sent again, whatever happens on the way', async () => {
    const fate = fc.constantFrom(
      'refused',
      'busy',
      'unreachable',
      'lost before it arrived',
      'answered',
      'answered, and lost',
      'answered, and cut',
    )
    const property = fc.asyncProperty(
      fc.array(fate, { minLength: 1, maxLength: 8 }),
      async (fates) => {
        let charges = 0
        const answers = fates.map((fate) => async () => {
          if (fate === 'refused') return refusal(429, 'too_many_requests')
          if (fate === 'busy') return refusal(503, 'service_unavailable')
          if (fate === 'unreachable') throw refusedConnection()
          if (fate === 'lost before it arrived') throw lostConnection()
          charges++
          if (fate === 'answered, and lost') throw lostConnection()
          return fate === 'answered' ? ok.clone() : new Response('{"resu')
        })
        const { cairn } = clientOf(answers)
        const outcome = await settled(cairn.geocoding.search({ text: 'a' }))
        expect(charges).toBeLessThanOrEqual(1)
        if (outcome instanceof CairnError && charges > 0) expect(outcome.mayBeCharged).toBe(true)
      },
    )
    await fc.assert(property, { numRuns: runs(400) })
  })
})

describe('a call that loses its connection', () => {
  test('is tried again when the request never arrived', async () => {
    const { cairn, sent } = clientOf([refusedConnection(), ok])
    await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(2)
  })

  test('is tried again when the operation is free and a repeat changes nothing', async () => {
    const { cairn, sent } = clientOf([lostConnection(), json({ jobs: [] })])
    await settled(cairn.geocoding.jobs.list())
    expect(sent).toHaveLength(2)
  })

  test('is not tried again when it creates a job without an idempotency key', async () => {
    const { cairn, sent } = clientOf([lostConnection(), json({})])
    await settled(cairn.geocoding.jobs.create({}, { idempotencyKey: false }))
    expect(sent).toHaveLength(1)
  })
})

test.each(Object.entries(errorTable).filter(([, { status }]) => status !== 429 && status !== 503))(
  'the error %s is thrown at once',
  async (code, { status }) => {
    const { cairn, sent } = clientOf([refusal(status, code), ok])
    const error = await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(1)
    expect(error).toBeInstanceOf(CairnError)
    expect(error).toMatchObject({ code, status, message: 'No.', body: { error: code } })
  },
)

test('an abort ends the pause before a retry', async () => {
  const { cairn, sent } = clientOf([refusal(429, 'too_many_requests', { 'retry-after': '20' })])
  const typing = new AbortController()
  const call = cairn.geocoding.autocomplete({ text: 'a' }, { signal: typing.signal })
  const outcome = expect(call).rejects.toThrow('typed on')
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toHaveLength(1)
  // No time passes afterwards.
  typing.abort(new Error('typed on'))
  await outcome
})

test.each([{ error: 'brand_new', message: 'No.' }, { error: 'no_route' }, [], null])(
  'an unknown error body is reported as an unexpected answer: %j',
  async (body) => {
    const { cairn, sent } = clientOf([json(body, 503), ok])
    const error = await settled(cairn.geocoding.search({ text: 'a' }))
    expect(sent).toHaveLength(1)
    expect(error).toMatchObject({ code: 'unexpected_answer', body: JSON.stringify(body) })
  },
)
