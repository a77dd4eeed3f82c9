import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashKey, type KeyState, makeKey } from '#platform/accounts'
import { logger, metrics } from '#platform/api'
import { unavailable } from '#platform/errors'
import { makeAuthorizer } from '../../functions/authorizer/handler.ts'

const methodArn = 'arn:aws:execute-api:eu-north-1:000000000000:api/v1/POST/v1/routing/route'
const caller = {
  accountId: 'acme',
  keyId: 'key_1',
  balance: 4_999_300,
  grants: ['beta', 'predict'],
}
const key = makeKey()

const handlerFor = (state: KeyState) =>
  makeAuthorizer(async () => ({
    authenticate: async (sha256) => (sha256 === hashKey(key) ? { state, caller } : undefined),
    admit: async () => ({ retryAfterMs: 0 }),
  }))

function eventWith(
  parts: Partial<APIGatewayRequestAuthorizerEvent>,
): APIGatewayRequestAuthorizerEvent {
  return {
    type: 'REQUEST',
    methodArn,
    headers: null,
    multiValueHeaders: null,
    queryStringParameters: null,
    requestContext: { requestId: 'request 1' },
    ...parts,
  } as APIGatewayRequestAuthorizerEvent
}

const eventFor = (sent: string) => eventWith({ multiValueHeaders: { 'X-Api-Key': [sent] } })

describe('the authorizer', () => {
  const logged: unknown[] = []
  const counted: unknown[] = []
  beforeEach(() => {
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      vi.spyOn(logger, level).mockImplementation((...line) => {
        logged.push(line)
      })
    }
    vi.spyOn(metrics, 'singleMetric').mockImplementation(() => {
      const metric = {
        addDimensions: (dimensions: unknown) => {
          counted.push(dimensions)
          return metric
        },
        addMetric: (...rest: unknown[]) => counted.push(rest),
      }
      return metric as never
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    logged.length = 0
    counted.length = 0
  })

  test('allows an active key the requested method, and passes the caller to the function', async () => {
    expect(await handlerFor('active')(eventFor(key))).toEqual({
      principalId: 'acme',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
      },
      context: {
        accountId: 'acme',
        keyId: 'key_1',
        balance: '4999300',
        grants: 'beta,predict',
      },
    })
    expect(counted).toEqual([])
  })

  test.each([
    ['suspended', key, 'suspended', 'API key is suspended'],
    ['revoked', key, 'revoked', 'API key has been revoked'],
    ['active', makeKey(), 'unknown', 'Invalid API key'],
  ] as const)('denies with a constant message (%s)', async (state, sent, reason, message) => {
    const decision = await handlerFor(state)(eventFor(sent))
    expect(decision.policyDocument.Statement).toEqual([
      { Action: 'execute-api:Invoke', Effect: 'Deny', Resource: methodArn },
    ])
    expect(decision.context).toEqual({ message })
    expect(decision.principalId).not.toBe('')
    expect(counted).toEqual([{ reason }, ['AuthDenied', 'Count', 1]])
  })

  test.each([
    ['no header', eventWith({ multiValueHeaders: {} }), 'missing'],
    ['no headers at all', eventWith({}), 'missing'],
    ['the key in the query', eventWith({ queryStringParameters: { 'x-api-key': key } }), 'missing'],
    ['a malformed key', eventFor('sk_live_short'), 'malformed'],
    [
      'two keys, of which the plain map shows one',
      eventWith({ headers: { 'x-api-key': key }, multiValueHeaders: { 'x-api-key': [key, key] } }),
      'malformed',
    ],
  ])('throws the error that API Gateway turns into 401 for %s', async (_, event, reason) => {
    await expect(handlerFor('active')(event)).rejects.toThrow(/^Unauthorized$/)
    expect(counted).toEqual([{ reason }, ['AuthDenied', 'Count', 1]])
  })

  test('reads the plain header map of an event that lacks the multi-value one', async () => {
    const decision = await handlerFor('active')(eventWith({ headers: { 'x-api-key': key } }))
    expect(decision.context).toMatchObject({ accountId: 'acme' })
  })

  test('accepts a Bearer token on the route of the tool server, and on no other', async () => {
    const sent = { multiValueHeaders: { Authorization: [`Bearer ${key}`] } }
    const tools = eventWith({ ...sent, resource: '/mcp' })
    expect((await handlerFor('active')(tools)).context).toMatchObject({ accountId: 'acme' })
    for (const resource of ['/v1/routing/route', '/mcp/more', ''])
      await expect(handlerFor('active')(eventWith({ ...sent, resource }))).rejects.toThrow(
        /^Unauthorized$/,
      )
  })

  test('logs the reason, but neither the key nor its hash', async () => {
    await handlerFor('suspended')(eventFor(key))
    await handlerFor('active')(eventFor(makeKey()))
    await expect(handlerFor('active')(eventFor('sk_live_short'))).rejects.toThrow()
    expect(logged).toHaveLength(3)
    expect(logged[0]).toEqual([
      'call refused',
      { request_id: 'request 1', reason: 'suspended', account_id: 'acme', key_id: 'key_1' },
    ])
    const text = JSON.stringify(logged)
    expect(text).not.toContain('sk_live_')
    expect(text).not.toContain(hashKey(key))
    expect(text).not.toContain(key.slice(-4))
  })

  test('passes on a fault of the store instead of answering 401', async () => {
    const fault = unavailable(new Error('no table'))
    const closed = makeAuthorizer(() => Promise.reject(fault))
    await expect(closed(eventFor(key))).rejects.toBe(fault)
    const broken = makeAuthorizer(async () => ({
      authenticate: () => Promise.reject(fault),
      admit: () => Promise.reject(fault),
    }))
    await expect(broken(eventFor(key))).rejects.toBe(fault)
  })

  test('lets a key over its rate limit through to the function, which answers 429', async () => {
    const limited = makeAuthorizer(
      async () => ({
        authenticate: async () => ({ state: 'active', caller }),
        admit: async () => ({ retryAfterMs: 2500 }),
      }),
      { requestsPerSecond: 1, burst: 1 },
    )
    const decision = await limited(eventFor(key))
    expect(decision.policyDocument.Statement).toMatchObject([{ Effect: 'Allow' }])
    expect(decision.context).toMatchObject({ accountId: 'acme', retryAfterSeconds: '3' })
    expect(counted).toEqual([['Throttled', 'Count', 1]])
  })
})
