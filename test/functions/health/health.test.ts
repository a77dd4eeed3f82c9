import type { APIGatewayProxyResult } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { readCurrentBuild } from '#ground/dataset'
import { logger } from '#platform/api'
import { unavailable } from '#platform/errors'
import { openStorage } from '#platform/storage'
import { type HealthDependencies, makeHealthHandler } from '../../../functions/health/handler.ts'
import { proxyEvent } from '../../fixtures/event.ts'

const storage = () => openStorage({ CAIRN_HOME: inject('builtHome') })
const asked: string[] = []
const logged: unknown[][] = []
let now = 0

const parts = (more: Partial<HealthDependencies> = {}): HealthDependencies => ({
  regions: ['demo'],
  accounts: async () => ({
    getAccount: async (id) => {
      asked.push(`account ${id}`)
      return undefined
    },
  }),
  storage,
  engine: async () => ({
    build: 'served',
    engine: {
      call: async <Answer>(action: string) => {
        asked.push(`engine ${action}`)
        return {} as Answer
      },
    },
  }),
  now: () => now,
  ...more,
})
const event = (requestId = 'request 1') => proxyEvent({ method: 'GET', path: '/health', requestId })
const bodyOf = ({ body }: APIGatewayProxyResult) => JSON.parse(body)

beforeEach(() => {
  asked.length = 0
  logged.length = 0
  now = 0
  vi.spyOn(logger, 'error').mockImplementation((...line) => {
    logged.push(line)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('GET /health', () => {
  test('checks accounts, data set and engine, and reports the time of each check', async () => {
    const answer = await makeHealthHandler(parts())(event())
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'request 1',
      'cache-control': 'no-store',
    })
    const ok = { status: 'ok', milliseconds: expect.any(Number) }
    expect(bodyOf(answer)).toEqual({
      status: 'ok',
      region: 'demo',
      build: 'served',
      attribution: expect.any(String),
      checks: {
        accounts: ok,
        dataset: { ...ok, build: await readCurrentBuild(await storage(), 'demo') },
        engine: { ...ok, build: 'served' },
      },
    })
    expect(asked.sort()).toEqual(['account health check', 'engine status'])
  })

  test.each([
    ['accounts', { accounts: () => Promise.reject(unavailable(new Error('no table'))) }],
    ['dataset', { storage: () => Promise.reject(unavailable(new Error('no table'))) }],
    ['engine', { engine: () => Promise.reject(unavailable(new Error('no table'))) }],
  ] as [string, Partial<HealthDependencies>][])(
    'answers 503 when %s fails, marks that check, and reports the reason only in the log',
    async (failing, broken) => {
      const answer = await makeHealthHandler(parts(broken))(event())
      expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
      const { status, checks } = bodyOf(answer)
      expect(status).toBe('unavailable')
      for (const [name, check] of Object.entries<{ status: string }>(checks))
        expect(check.status).toBe(name === failing ? 'unavailable' : 'ok')
      expect(answer.body).not.toContain('no table')
      expect(logged).toEqual([
        ['health check failed', { check: failing, error: new Error('no table') }],
      ])
    },
  )

  test('reports neither a build nor an attribution for an unknown region', async () => {
    const engine = () => Promise.reject(new Error('none'))
    const answer = await makeHealthHandler(parts({ regions: ['nowhere'], engine }))(event())
    expect(bodyOf(answer)).toMatchObject({ status: 'unavailable', region: 'nowhere', build: null })
    expect(bodyOf(answer).attribution).toBeUndefined()
  })

  test('reuses its checks for five seconds, and answers each request with its own id', async () => {
    const handler = makeHealthHandler(parts())
    const [one, two] = await Promise.all([handler(event('1')), handler(event('2'))])
    expect([one, two].map(({ headers }) => headers?.['x-request-id'])).toEqual(['1', '2'])
    now = 4_999
    await handler(event())
    expect(asked).toHaveLength(2)
    now = 5_000
    await handler(event())
    expect(asked).toHaveLength(4)
  })

  test('reuses its checks for five seconds when the clock is set back by an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const { now: _, ...withoutClock } = parts()
    const handler = makeHealthHandler(withoutClock)
    await handler(event())
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(4_999)
    await handler(event())
    expect(asked).toHaveLength(2)
    vi.advanceTimersByTime(1)
    await handler(event())
    expect(asked).toHaveLength(4)
  })

  test('answers in time while a check hangs, and does not start that check again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hung = Promise.withResolvers<never>()
    let engines = 0
    const engine = () => {
      engines++
      return hung.promise
    }
    const handler = makeHealthHandler(parts({ engine }))
    for (let time = 0; time < 3; time++) {
      now = time * 60_000
      const answer = handler(event())
      await vi.advanceTimersByTimeAsync(20_000)
      expect(bodyOf(await answer).checks.engine.status).toBe('unavailable')
    }
    expect(engines).toBe(1)
    // Under this clock the check of the data set, which reads from a real disk, may be late as well.
    expect(logged).toContainEqual([
      'health check failed',
      { check: 'engine', error: new Error('no answer in 20000 ms') },
    ])
    hung.reject(new Error('gone'))
  })
})
