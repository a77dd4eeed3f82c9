import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { AccountStore, Charge } from '#platform/accounts'
import {
  endpoint,
  type InvocationContext,
  metrics,
  microdollars,
  operation,
  type RunContext,
} from '#platform/api'
import { ApiError, MissingDataError, unavailable } from '#platform/errors'
import { type EventOptions, proxyEvent } from '../../fixtures/event.ts'

const Output = z.object({ words: z.array(z.string()) })

const echo = operation({
  id: 'test/echo',
  method: 'POST',
  path: '/v1/test/echo',
  summary: 'Echo',
  description: 'Gives the words back.',
  price: microdollars(700),
  needs: [],
  input: z.object({
    words: z.array(z.string()).min(1),
    format: z.enum(['footstep', 'geojson']).optional(),
  }),
  output: Output,
  geojson: z.object({ type: z.literal('FeatureCollection') }),
  errors: [],
  examples: [],
  tooLarge: 'Send fewer words.',
  deadlineSeconds: 0.2,
})

const charges: Charge[] = []
let refusal: ApiError | undefined
let repeated = false
const accounts = async () =>
  ({
    charge: async (charge: Charge, isDue: () => boolean) => {
      if (refusal) throw refusal
      if (!isDue()) throw new ApiError('gateway_timeout')
      charges.push(charge)
      return { balance: 999_300, ...(repeated && { repeated: true }) }
    },
  }) as unknown as AccountStore

type Run = (input: z.output<typeof echo.input>, context: RunContext) => Promise<unknown>
const geojson = (answer: unknown) => ({ type: 'FeatureCollection', answer })
const answerWords: Run = async ({ words }) => ({ words })

async function call(event: EventOptions, run: Run = answerWords, context?: InvocationContext) {
  const handler = endpoint(echo, {}, run, { accounts, geojson })
  const response = await handler(proxyEvent(event), context)
  return { ...response, json: JSON.parse(response.body) }
}

beforeEach(() => {
  charges.length = 0
  refusal = undefined
  repeated = false
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('a call that succeeds', () => {
  test('is answered, charged once and reports its cost', async () => {
    const response = await call({ body: { words: ['a'] } })
    const requestId = response.headers?.['x-request-id']
    expect(response.statusCode).toBe(200)
    expect(response.json).toEqual({ words: ['a'] })
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      'x-charged': '0.0007',
      'x-balance': '0.9993',
      'server-timing': expect.stringMatching(/work;dur=[\d.]+.*charge;dur=.*total;dur=/),
    })
    expect(charges).toEqual([
      { accountId: 'acct', keyId: 'key', requestId, operation: 'test/echo', amount: 700 },
    ])
  })

  test('is charged under an id of its own, whatever id the gateway assigns', async () => {
    for (let i = 0; i < 5; i++) await call({ body: { words: ['a'] }, requestId: 'the same' })
    expect(new Set(charges.map(({ requestId }) => requestId)).size).toBe(5)
    expect(charges.map(({ requestId }) => requestId)).not.toContain('the same')
  })

  test('reports that nothing was charged when the charge turns out to be a repeat', async () => {
    repeated = true
    const { headers } = await call({ body: { words: ['a'] } })
    expect(headers).toMatchObject({ 'x-charged': '0.00', 'x-balance': '0.9993' })
  })

  test('is refused before the expensive part, uncharged, when its price exceeds the balance', async () => {
    let dear = 0
    const run: Run = async ({ words }, { requireBalance }) => {
      requireBalance(1500)
      dear++
      return { words }
    }
    const body = { words: ['a'] }
    const refused = await call({ body, caller: { balance: 1499 } }, run)
    expect(refused.statusCode).toBe(402)
    expect([dear, charges.length]).toEqual([0, 0])
    const paid = await call({ body, caller: { balance: 1500 } }, run)
    expect(paid.statusCode).toBe(200)
    expect([dear, charges.length]).toEqual([1, 1])
  })

  test('is charged for its answer when the price depends on the answer', async () => {
    const perWord = operation({
      ...echo,
      price: {
        min: 100,
        of: ({ words }, answer) => 100 * (answer?.words.length ?? words.length),
        unit: 'word',
      },
    })
    const half: Run = async ({ words }) => ({ words: words.slice(0, words.length / 2) })
    const handler = endpoint(perWord, {}, half as never, { accounts, geojson })
    const { headers } = await handler(proxyEvent({ body: { words: ['a', 'b', 'c', 'd'] } }))
    expect(headers?.['x-charged']).toBe('0.0002')
    const geojsonCall = { words: ['a', 'b', 'c', 'd'], format: 'geojson' }
    await handler(proxyEvent({ body: geojsonCall }))
    expect(charges.map(({ amount }) => amount)).toEqual([200, 200])
  })

  test('is not charged when the operation has no price', async () => {
    const free = operation({ ...echo, price: microdollars(0) })
    const response = await endpoint(free, {}, answerWords, { accounts, geojson })(
      proxyEvent({ body: { words: ['a'] } }),
    )
    expect(response.statusCode).toBe(200)
    expect(response.headers?.['x-charged']).toBe('0.00')
    expect(charges).toEqual([])
  })

  test('names ignored fields in x-warnings, without characters that a header cannot carry', async () => {
    const response = await call({ body: { words: ['a'], foo: 1, 'bär\r\nx: y': 2 } })
    expect(response.headers?.['x-warnings']).toBe('ignored field "foo"; ignored field "b?r x: y"')
  })

  test.each([
    ['the body asks for it', { words: ['a'], format: 'geojson' }, {}],
    ['the accept header asks for it', { words: ['a'] }, { Accept: 'application/geo+json' }],
    [
      'accept prefers it',
      { words: ['a'] },
      { accept: 'application/json;q=0.5, application/geo+json' },
    ],
  ])('is GeoJSON when %s', async (_, body, headers) => {
    const response = await call({ body, headers })
    expect(response.headers?.['content-type']).toBe('application/geo+json; charset=utf-8')
    expect(response.json).toEqual({ type: 'FeatureCollection', answer: { words: ['a'] } })
  })

  test('prefers the format in the body to the accept header', async () => {
    const body = { words: ['a'], format: 'footstep' }
    const response = await call({ body, headers: { accept: 'application/geo+json' } })
    expect(response.headers?.['content-type']).toBe('application/json; charset=utf-8')
  })
})

describe('a refused request', () => {
  test.each([
    ['no body', { body: '' }, 400, 'bad_request', /body is empty/],
    ['broken JSON', { body: '{"words":' }, 400, 'bad_request', /not valid JSON/],
    ['a JSON array', { body: '[]' }, 400, 'bad_request', /must be a JSON object/],
    ['null', { body: 'null' }, 400, 'bad_request', /must be a JSON object/],
    ['a wrong field', { body: { words: [1] } }, 400, 'bad_request', /^words\.0 must be a text\.$/],
    [
      'a form',
      { body: 'words=a', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
      /application\/json/,
    ],
    [
      'a balance that cannot pay, even with a broken body',
      { body: '{', caller: { balance: 699 } },
      402,
      'payment_required',
      /^Insufficient balance\. Please top up your account\.$/,
    ],
  ])('costs nothing: %s', async (_, event, status, error, message) => {
    const run = vi.fn(answerWords)
    const response = await call(event as EventOptions, run)
    expect(response.statusCode).toBe(status)
    expect(response.json.error).toBe(error)
    expect(response.json.message).toMatch(message)
    expect(response.headers?.['x-charged']).toBe('0.00')
    expect(response.headers?.['x-balance']).toBeDefined()
    expect(run).not.toHaveBeenCalled()
    expect(charges).toEqual([])
  })

  test('lists every wrong field with its path', async () => {
    const response = await call({ body: { words: [], format: 'svg' } })
    expect(response.json.details.map((detail: { path: string }) => detail.path)).toEqual([
      'words',
      'format',
    ])
  })

  test('is not refused when it declares JSON with a charset or as +json', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json']) {
      const headers = { 'content-type': type }
      expect((await call({ body: { words: ['a'] }, headers })).statusCode).toBe(200)
    }
  })
})

describe('an operation that is granted on request', () => {
  const granted = operation({ ...echo, grant: 'echo' })
  const callGranted = async (event: EventOptions) => {
    const response = await endpoint(granted, {}, answerWords, { accounts, geojson })(
      proxyEvent(event),
    )
    return { ...response, json: JSON.parse(response.body) }
  }
  const body = { words: ['a'] }

  test('answers and charges an account with the grant', async () => {
    const response = await callGranted({ body, caller: { grants: ['other', 'echo'] } })
    expect(response.statusCode).toBe(200)
    expect(charges).toHaveLength(1)
  })

  test.each([
    ['nothing granted', { body }],
    ['something else granted', { body, caller: { grants: ['echoes', 'ECHO'] } }],
    ['no balance either', { body, caller: { balance: 0 } }],
    ['a broken body too', { body: '{' }],
  ])('refuses a caller with %s, before it checks anything else', async (_, event) => {
    const response = await callGranted(event as EventOptions)
    expect(response.statusCode).toBe(403)
    expect(response.json).toEqual({
      error: 'forbidden',
      message: 'Access to echo is granted on request.',
    })
    expect(response.headers?.['x-charged']).toBe('0.00')
    expect(charges).toEqual([])
  })

  test('refuses a caller for the balance before it reads the body', async () => {
    const response = await callGranted({ body: '{', caller: { grants: ['echo'], balance: 699 } })
    expect(response.statusCode).toBe(402)
  })
})

describe('a key over its rate limit', () => {
  test.each([
    ['with money', {}],
    ['without money', { caller: { balance: 0 } }],
    ['with a broken body', { body: '{' }],
  ])('receives the time until its next request, before any other check (%s)', async (_, event) => {
    const run = vi.fn(answerWords)
    const response = await call({ body: { words: ['a'] }, ...event, retryAfterSeconds: 3 }, run)
    expect(response.statusCode).toBe(429)
    expect(response.headers).toMatchObject({ 'retry-after': '3', 'x-charged': '0.00' })
    expect(response.json).toEqual({
      error: 'too_many_requests',
      message: 'Too many requests. Please slow down.',
      retry_after_seconds: 3,
    })
    expect(run).not.toHaveBeenCalled()
    expect(charges).toEqual([])
  })
})

describe('work that fails or ends late', () => {
  test.each([
    ['an error of the family', new ApiError('no_route', 'No way.'), 422, 'no_route', 'No way.'],
    [
      'a store that is down',
      unavailable(new Error('secret')),
      503,
      'service_unavailable',
      undefined,
    ],
    ['anything else', new TypeError('secret'), 500, 'internal_error', undefined],
  ])('costs nothing: %s', async (_, thrown, status, error, message) => {
    const response = await call({ body: { words: ['a'] } }, async () => {
      throw thrown
    })
    expect(response.statusCode).toBe(status)
    expect(response.json.error).toBe(error)
    if (message) expect(response.json.message).toBe(message)
    expect(response.body).not.toContain('secret')
    expect(charges).toEqual([])
  })

  test('names the request of an internal error, so that it can be found in the log', async () => {
    const response = await call({ body: { words: ['a'] } }, async () => {
      throw new Error('x')
    })
    expect(response.json.request_id).toBe(response.headers?.['x-request-id'])
  })

  test('is aborted with 504 after its deadline', async () => {
    let signal: AbortSignal | undefined
    const response = await call({ body: { words: ['a'] } }, async (_input, context) => {
      signal = context.signal
      return new Promise(() => {})
    })
    expect(response.statusCode).toBe(504)
    expect(signal?.aborted).toBe(true)
    expect(charges).toEqual([])
  })

  test('ends with 504 although it blocks the event loop past its deadline', async () => {
    const response = await call({ body: { words: ['a'] } }, async ({ words }) => {
      const until = performance.now() + 250
      while (performance.now() < until);
      return { words }
    })
    expect(response.statusCode).toBe(504)
    expect(charges).toEqual([])
  })

  test('ends with 504 when the answer would come after the platform ends the function', async () => {
    const late: Run = async ({ words }) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { words }
    }
    const context = { getRemainingTimeInMillis: () => 2010 }
    const response = await call({ body: { words: ['a'] } }, late, context)
    expect(response.statusCode).toBe(504)
    expect(charges).toEqual([])
  })

  test('is aborted when the caller hangs up', async () => {
    const caller = new AbortController()
    let told: AbortSignal | undefined
    const run: Run = async (_input, { signal }) => {
      told = signal
      caller.abort()
      return new Promise(() => {})
    }
    const response = await call({ body: { words: ['a'] } }, run, { hungUp: caller.signal })
    expect(response.statusCode).toBe(504)
    expect(told?.aborted).toBe(true)
    expect(charges).toEqual([])
  })

  test('costs nothing when the answer cannot be delivered', async () => {
    const run = vi.fn(answerWords)
    const response = await call({ body: { words: ['a'] } }, run, { canDeliver: () => false })
    expect(run).toHaveBeenCalled()
    expect(response.statusCode).toBe(504)
    expect(response.headers?.['x-charged']).toBe('0.00')
    expect(charges).toEqual([])
  })

  test('costs nothing when the invoking function no longer waits for the answer', async () => {
    const late = { clientContext: { custom: { answerBy: Date.now() - 1 } } }
    const response = await call({ body: { words: ['a'] } }, answerWords, late)
    expect(response.statusCode).toBe(504)
    expect(charges).toEqual([])
  })

  test('is charged for an answer in time although the clock is set forward by an hour meanwhile', async () => {
    const answerBy = Date.now() + 10_000
    const run: Run = async (input, context) => {
      const { now } = Date
      vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 3_600_000)
      return await answerWords(input, context)
    }
    const context = { clientContext: { custom: { answerBy } } }
    const response = await call({ body: { words: ['a'] } }, run, context)
    vi.mocked(Date.now).mockRestore()
    expect(response.statusCode).toBe(200)
    expect(charges).toHaveLength(1)
  })

  test('ends before the invoking function gives up', async () => {
    const startedAt = performance.now()
    const soon = { clientContext: { custom: { answerBy: Date.now() + 2050 } } }
    const response = await call({ body: { words: ['a'] } }, () => new Promise(() => {}), soon)
    expect(response.statusCode).toBe(504)
    // Before the operation's own deadline, which is 200 ms.
    expect(performance.now() - startedAt).toBeLessThan(180)
  })

  test('costs nothing and ends with 413 when the answer exceeds the limit of the invoking function', async () => {
    const small = { clientContext: { custom: { maxAnswerBytes: 2 * 1024 * 1024 } } }
    const run: Run = async () => ({ words: ['x'.repeat(2_100_000)] })
    const response = await call({ body: { words: ['a'] } }, run, small)
    expect(response.statusCode).toBe(413)
    expect(response.json.message).toBe('The answer would be over 2 MB. Send fewer words.')
    expect(charges).toEqual([])
  })

  test('ends with 413, and names what to lower, when the platform cannot carry the answer', async () => {
    const response = await call({ body: { words: ['a'] } }, async () => ({
      words: ['x'.repeat(7_000_000)],
    }))
    expect(response.statusCode).toBe(413)
    expect(response.json.message).toContain('Send fewer words.')
    expect(charges).toEqual([])
  })
})

describe('a charge that cannot be made', () => {
  test.each([
    [new ApiError('payment_required'), 402],
    [new ApiError('forbidden', 'API key has been revoked'), 403],
    [unavailable(new Error('secret')), 503],
  ])('withholds the answer: %s', async (error, status) => {
    refusal = error
    const response = await call({ body: { words: ['a'] } })
    expect(response.statusCode).toBe(status)
    expect(response.json).toEqual(error.toJSON())
    expect(response.headers?.['x-charged']).toBe('0.00')
  })
})

test('a call that did not pass the authorizer fails instead of being free', async () => {
  const event = proxyEvent({ body: { words: ['a'] } })
  event.requestContext.authorizer = null
  const response = await endpoint(echo, {}, answerWords, { accounts, geojson })(event)
  expect(response.statusCode).toBe(503)
})

test('an answer that breaks the contract fails when response checks are on', async () => {
  vi.stubEnv('CAIRN_CHECK_RESPONSES', '1')
  const response = await call({ body: { words: ['a'] } }, async () => ({ words: 'a' }))
  expect(response.statusCode).toBe(500)
  vi.unstubAllEnvs()
})

test('a resource that cannot be opened is requested again by the next call', async () => {
  let tries = 0
  const resources = {
    engine: async () => {
      if (++tries === 1) throw unavailable(new Error('not yet'))
      return 'engine'
    },
  }
  const handler = endpoint(echo, resources, async (_input, { engine }) => ({ words: [engine] }), {
    accounts,
    geojson,
  })
  expect((await handler(proxyEvent({ body: { words: ['a'] } }))).statusCode).toBe(503)
  const second = await handler(proxyEvent({ body: { words: ['a'] } }))
  expect(JSON.parse(second.body)).toEqual({ words: ['engine'] })
})

test('a contract with geojson requires a handler that renders it', () => {
  expect(() => endpoint(echo, {}, answerWords, { accounts })).toThrow('geojson')
})

describe('warming', () => {
  test('opens every resource and makes the tables meanwhile', async () => {
    const steps: string[] = []
    const engine = async () => {
      steps.push('opening')
      await Promise.resolve()
      steps.push('open')
    }
    const warm = () => void steps.push('tables')
    await endpoint(echo, { engine }, answerWords, { accounts, geojson, warm }).warm()
    expect(steps).toEqual(['opening', 'tables', 'open'])
  })

  test('goes as far as requested', async () => {
    const asked: string[] = []
    const { warm } = endpoint(echo, {}, answerWords, {
      accounts,
      geojson,
      warm: (warmUp) => void asked.push(warmUp),
    })
    await warm()
    await warm('compile')
    expect(asked).toEqual(['open', 'compile'])
  })

  test('waits for a warm-up, and fails with it unless the region lacks the data', async () => {
    const outcomeOf = async (warm: () => Promise<void>) =>
      (
        await Promise.allSettled([
          endpoint(echo, {}, answerWords, { accounts, geojson, warm }).warm(),
        ])
      )[0]!.status
    let done = false
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      done = true
    }
    expect(await outcomeOf(slow)).toBe('fulfilled')
    expect(done).toBe(true)
    expect(await outcomeOf(() => Promise.reject(new Error('no memory')))).toBe('rejected')
    const missing = new MissingDataError('no elevation')
    expect(await outcomeOf(() => Promise.reject(missing))).toBe('fulfilled')
  })

  test.each([
    ['fails where a resource cannot be opened', unavailable(new Error('no disk')), 'rejected'],
    ['succeeds where the region lacks the data', new MissingDataError('no places'), 'fulfilled'],
  ])('%s', async (_, error, status) => {
    const { warm } = endpoint(echo, { engine: () => Promise.reject(error) }, answerWords, {
      accounts,
      geojson,
    })
    expect((await Promise.allSettled([warm()]))[0]!.status).toBe(status)
  })
})

describe('the metrics for the alarms', () => {
  const countedBy = async (event: EventOptions, run?: Run) => {
    const spy = vi.spyOn(metrics, 'addMetric')
    await call(event, run)
    const counted = spy.mock.calls.map(([name, , value]) => [name, value] as const)
    spy.mockRestore()
    const { Duration, ...rest } = Object.fromEntries(counted)
    expect(Duration).toBeGreaterThanOrEqual(0)
    return rest
  }
  const body = { words: ['a'] }
  const nothing = { ChargedMicrodollars: 0, InsufficientBalance: 0, WithheldAnswers: 0, Faults: 0 }

  test('count an answer and its cost', async () => {
    expect(await countedBy({ body })).toEqual({ ...nothing, ChargedMicrodollars: 700 })
  })

  test('are counted for the operation and for all operations together', async () => {
    const spy = vi.spyOn(metrics, 'addDimensions')
    await call({ body })
    const [ofAll, ofOne] = spy.mock.calls.map(([dimensions]) => dimensions)
    spy.mockRestore()
    expect([ofAll, ofOne]).toEqual([{}, { operation: expect.stringMatching(/./) }])
  })

  test('do not count a withheld answer when the balance is too low at the outset', async () => {
    expect(await countedBy({ body, caller: { balance: 1 } })).toEqual({
      ...nothing,
      InsufficientBalance: 1,
    })
  })

  test.each([
    ['the balance is gone by then', new ApiError('payment_required'), { InsufficientBalance: 1 }],
    ['the key is revoked by then', new ApiError('forbidden'), {}],
    ['the table cannot be used', unavailable(new Error('throttled')), { Faults: 1 }],
  ])('count a withheld answer when %s', async (_, reason, counted) => {
    refusal = reason
    expect(await countedBy({ body })).toEqual({ ...nothing, WithheldAnswers: 1, ...counted })
  })

  test('count no withheld answer when the work fails', async () => {
    const fail: Run = async () => {
      throw new Error('broken')
    }
    expect(await countedBy({ body }, fail)).toEqual({ ...nothing, Faults: 1 })
  })
})

describe('an answer as a part of another operation', () => {
  const context = { warn: () => {} } as unknown as RunContext

  test('equals the answer to a call, and is not charged', async () => {
    const handler = endpoint(
      echo,
      { more: async () => 'b' },
      async ({ words }, { more }) => ({
        words: [...words, more],
      }),
      { accounts, geojson },
    )
    const called = await handler(proxyEvent({ body: { words: ['a'] } }))
    charges.length = 0
    expect(JSON.stringify(await handler.answer({ words: ['a'] }, context))).toBe(called.body)
    expect(charges).toEqual([])
  })

  test('is refused like a call when the fields break the contract', async () => {
    const handler = endpoint(echo, {}, answerWords, { accounts, geojson })
    await expect(handler.answer({ words: [] }, context)).rejects.toMatchObject({
      code: 'bad_request',
    })
  })
})
