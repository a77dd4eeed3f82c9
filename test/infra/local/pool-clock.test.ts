import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { hashKey, makeKey, openAccounts } from '#platform/accounts'
import { WorkerPool } from '../../../infra/local/pool.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { homeOver } from '../../fixtures/server.ts'

const key = makeKey()
let pool: WorkerPool

beforeAll(async () => {
  const home = homeOver(inject('builtHome'))
  const accounts = await openAccounts({ CAIRN_HOME: home })
  const { accountId } = await accounts.createAccount({ balance: 1_000_000 })
  await accounts.addKey({ accountId, keySha256: hashKey(key), hint: key.slice(-4) })
  accounts.close()
  const environment = { ...process.env, CAIRN_HOME: home, REGION: 'demo' }
  pool = new WorkerPool({ size: 1, environment, maxWorkerBytes: Number.POSITIVE_INFINITY })
  await pool.start()
})
afterAll(() => pool.kill())
afterEach(() => void vi.restoreAllMocks())

describe('a pool of workers', () => {
  test.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('answers a call while the clock is set %s again and again', async (_, stepMs) => {
    let now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += stepMs
      return now
    })
    const event = proxyEvent({ method: 'GET', path: '/v1/geocoding/parse', query: { text: ['a'] } })
    event.multiValueHeaders = { 'x-api-key': [key] }
    const response = await pool.call('geocoding/parse', event, {
      call: { account: key, heavy: false },
      body: Buffer.alloc(0),
      hungUp: new AbortController().signal,
    })
    expect(response.statusCode).toBe(200)
    // The pool kept its worker.
    expect(pool.readyCount).toBe(1)
  })
})
