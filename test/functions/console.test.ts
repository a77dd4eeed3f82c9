import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashKey } from '#platform/accounts'
import { logger } from '#platform/api'
import { unavailable } from '#platform/errors'
import { makeConsoleHandler } from '../../functions/console/handler.ts'
import { newJob } from '../contract/jobs-fixtures.ts'
import { startConsoleFunction, userArn } from '../fixtures/deployed-console.ts'

let deployed: Awaited<ReturnType<typeof startConsoleFunction>>
beforeAll(async () => {
  deployed = await startConsoleFunction()
})
afterAll(() => deployed?.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

type Event = Parameters<typeof deployed.handler>[0]
const eventOf = (action: string, input: unknown = {}): Event => ({
  rawPath: `/${action}`,
  headers: { 'content-type': 'application/json' },
  body: typeof input === 'string' ? input : JSON.stringify(input),
  isBase64Encoded: false,
  requestContext: { http: { method: 'POST' }, authorizer: { iam: { userArn } } },
})

async function ask(event: Event, handler = deployed.handler) {
  const { statusCode, headers, body } = await handler(event)
  return { status: statusCode, headers, json: JSON.parse(body!) }
}
const act = async (action: string, input?: unknown) => (await ask(eventOf(action, input))).json

describe('the console of a deployment', () => {
  test('creates, suspends, resumes and revokes keys, adds money and grants, and shows balance and ledger', async () => {
    const { accounts } = deployed.stores
    expect(await act('about')).toEqual({ place: 'Test in eu-central-1' })
    const { key, key_id, account_id } = await act('create-key', { balance_usd: '1.00' })
    expect(await accounts.authenticate(hashKey(key))).toMatchObject({ state: 'active' })
    for (const state of ['suspended', 'active', 'revoked']) {
      expect(await act('set-key-state', { key_id, state })).toMatchObject({ state })
      expect(await accounts.authenticate(hashKey(key))).toMatchObject({ state })
    }
    await act('top-up', { account_id, amount_usd: '2.50' })
    expect(await act('set-grant', { account_id, grant: 'predict', granted: true })).toMatchObject({
      balance_usd: '3.50',
      grants: ['predict'],
    })
    const second = await act('create-key', { account_id })
    const charge = { operation: 'geocoding/search', requestId: 'r1', amount: 300 }
    await accounts.charge({ accountId: account_id, keyId: second.key_id, ...charge })
    expect(await act('accounts')).toMatchObject({
      accounts: [{ account_id, balance_usd: '3.4997', keys: 2, active_keys: 1 }],
    })
    const account = await act('account', { account_id })
    expect(account).toMatchObject({
      account: { balance_usd: '3.4997' },
      usage: [{ operation: 'geocoding/search', calls: 1, charged_usd: '0.0003' }],
      ledger: [{ kind: 'charge' }, { amount_usd: '2.50' }, { amount_usd: '1.00' }],
      jobs: [],
      holds: [],
    })
    expect(JSON.stringify(account)).not.toContain(key)
  })

  test('shows the newest jobs of an account', async () => {
    const { account_id } = await act('create-key')
    const uploadExpiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const job = { ...newJob({ accountId: account_id }), uploadExpiresAt }
    await deployed.stores.jobs.create(job)
    const { jobs } = await act('account', { account_id })
    expect(jobs).toMatchObject([{ job_id: job.jobId, state: 'awaiting_upload' }])
  })

  test.each<[string, number, Partial<Event>]>([
    ['of nobody', 403, { requestContext: { http: { method: 'POST' } } }],
    [
      'with GET',
      405,
      { requestContext: { ...eventOf('x').requestContext, http: { method: 'GET' } } },
    ],
    ['of a form', 415, { headers: { 'content-type': 'text/plain' } }],
    ['without a type', 415, { headers: {} }],
    ['without a body', 400, { body: undefined as never }],
    ['without JSON', 400, { body: 'x' }],
    ['with a list', 400, { body: '[]' }],
    ['of another field', 400, { body: '{"more":1}' }],
    ['over 16 KiB', 413, { body: JSON.stringify({ text: 'a'.repeat(17_000) }) }],
    ['of no action', 404, { rawPath: '/__proto__' }],
    ['without an action', 404, { rawPath: '/' }],
  ])('refuses a call %s', async (_, status, changed) => {
    const { body, ...rest } = eventOf('accounts')
    const event = { ...rest, ...(!('body' in changed) && { body }), ...changed } as Event
    const answer = await ask(event)
    expect(answer.status).toBe(status)
    expect(answer.json).toHaveProperty('error')
    expect(answer.json).not.toHaveProperty('accounts')
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  })

  test('logs the person and the action, and never a key or an input', async () => {
    const info = vi.spyOn(logger, 'info').mockImplementation(() => {})
    const { key } = await act('create-key', { account_id: 'acme' })
    expect(key).toMatch(/^sk_live_/)
    await act(key)
    await act('account', { account_id: key })
    expect(info.mock.calls).toEqual([
      ['console', { action: 'create-key', status: 200, by: userArn }],
      ['console', { action: 'unknown', status: 404, by: userArn }],
      ['console', { action: 'account', status: 404, by: userArn }],
    ])
  })

  test('answers 503 while the tables cannot be used, with the reason only in its log', async () => {
    const error = vi.spyOn(logger, 'error').mockImplementation(() => {})
    const broken = makeConsoleHandler(() => Promise.reject(unavailable(new Error('no table'))))
    const { status, json } = await ask(eventOf('accounts'), broken)
    expect([status, json.error]).toEqual([503, 'service_unavailable'])
    expect(JSON.stringify(json)).not.toContain('no table')
    expect(error.mock.calls).toEqual([['the console failed', { error: new Error('no table') }]])
  })
})
