import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { microdollars, operation } from '#platform/api'
import { unavailable } from '#platform/errors'
import { callTool, type OperationTool, type ToolCallLimits } from '#platform/mcp'
import { proxyEvent } from '../../fixtures/event.ts'

const echo = (method: 'GET' | 'POST') =>
  operation({
    id: 'test/echo',
    method,
    path: '/v1/test/echo',
    summary: 'Echo',
    description: 'Gives the words back.',
    price: microdollars(700),
    needs: [],
    input: z.object({ words: z.array(z.string()) }),
    output: z.object({ words: z.array(z.string()) }),
    errors: [],
    examples: [],
  })

const toolOf = (
  method: 'GET' | 'POST' = 'POST',
  own: Partial<OperationTool> = {},
): OperationTool => ({
  name: 'echo',
  title: 'Echo',
  description: 'Gives the words back.',
  operations: [echo(method)],
  details: ['compact', 'full'],
  input: () => ({ type: 'object' }),
  output: () => ({ type: 'object' }),
  call: (fields) => ({ operation: echo(method), fields }),
  shorten: ({ words }) => ({ count: words.length }),
  describe: ({ words }) => words.join(' '),
  ...own,
})

interface Invoked {
  operation: string
  event: APIGatewayProxyEvent
  limits: ToolCallLimits
}

const answer = (body: object, status = 200, headers = {}): APIGatewayProxyResult => ({
  statusCode: status,
  headers: { 'x-charged': '0.0007', 'x-balance': '1.00', 'x-request-id': 'r', ...headers },
  body: JSON.stringify(body),
})

async function call(
  tool: OperationTool,
  args: Record<string, unknown>,
  result: APIGatewayProxyResult | Error = answer({ words: ['a', 'b'] }),
  event = proxyEvent({ headers: { 'x-api-key': 'secret' }, requestId: 'of the gateway' }),
) {
  const invoked: Invoked[] = []
  const headers: Record<string, string> = {}
  const found = await callTool(tool, args, {
    event,
    functions: {
      invoke: async (operation, event, limits) => {
        invoked.push({ operation, event, limits })
        if (result instanceof Error) throw result
        return result
      },
    },
    limits: { answerBy: 1000 },
    onHeaders: (given) => void Object.assign(headers, given),
  })
  return { ...found, invoked, headers }
}

test('the operation receives the caller from the authorizer, a request id of its own, and no key', async () => {
  const { invoked } = await call(toolOf(), { words: ['a'], detail: 'compact', format: 'geojson' })
  expect(invoked).toHaveLength(1)
  const [{ operation, event, limits }] = invoked as [Invoked]
  expect(operation).toBe('test/echo')
  expect(event).toMatchObject({
    httpMethod: 'POST',
    path: '/v1/test/echo',
    resource: '/v1/test/echo',
  })
  expect(JSON.parse(event.body!)).toEqual({ words: ['a'] })
  expect(event.requestContext.authorizer).toEqual(proxyEvent().requestContext.authorizer)
  expect(event.requestContext.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.stringify(event)).not.toContain('secret')
  expect(limits).toEqual({ answerBy: 1000 })
})

test('the operation receives the idempotency key of the request in its context, whatever the method', async () => {
  for (const method of ['POST', 'GET'] as const) {
    const event = proxyEvent({ headers: { 'Idempotency-Key': 'k' } })
    const { invoked } = await call(toolOf(method), { words: ['a'] }, undefined, event)
    expect(invoked[0]!.limits).toEqual({ answerBy: 1000, idempotencyKey: 'k' })
    expect(JSON.stringify(invoked[0]!.event.headers)).not.toContain('"k"')
  }
})

test('an answer that was charged before is marked as a replay', async () => {
  const replayed = answer({ words: [] }, 200, {
    'x-charged': '0.00',
    'x-idempotent-replay': 'true',
  })
  const { _meta, headers } = await call(toolOf(), { words: [] }, replayed)
  expect(_meta).toMatchObject({ 'cairn/idempotent_replay': true, 'cairn/charged_usd': '0.00' })
  expect(headers['x-idempotent-replay']).toBe('true')
})

test('the fields of a GET become its query, with lists joined by commas', async () => {
  const { invoked } = await call(toolOf('GET'), { words: ['a', 'b'], size: 3, lang: undefined })
  expect(invoked[0]!.event).toMatchObject({
    body: null,
    queryStringParameters: { words: 'a,b', size: '3' },
    multiValueQueryStringParameters: { words: ['a,b'], size: ['3'] },
  })
})

test('an answer is shortened, and carries its cost', async () => {
  const { content, structuredContent, _meta, headers } = await call(toolOf(), { words: [] })
  expect(content).toEqual([{ type: 'text', text: 'a b' }])
  expect(structuredContent).toEqual({ count: 2 })
  expect(_meta).toEqual({
    'cairn/charged_usd': '0.0007',
    'cairn/balance_usd': '1.00',
    'cairn/request_id': 'r',
  })
  expect(headers).toEqual({ 'x-charged': '0.0007', 'x-balance': '1.00', 'x-request-id': 'r' })
})

test('an unshortened answer is limited in size before it is charged', async () => {
  const { invoked, content, structuredContent } = await call(toolOf(), { detail: 'full' })
  expect(invoked[0]!.limits.maxAnswerBytes).toBe(2 * 1024 * 1024)
  expect(structuredContent).toEqual({ words: ['a', 'b'] })
  expect(content[1]!.text).toBe('{"words":["a","b"]}')
})

test('an answer that was charged is returned even when it cannot be shortened', async () => {
  const broken = toolOf('POST', {
    shorten: () => {
      throw new Error('broken')
    },
  })
  const { structuredContent, content, isError, _meta } = await call(broken, {})
  expect(isError).toBeUndefined()
  expect(structuredContent).toEqual({ words: ['a', 'b'] })
  expect(content[1]!.text).toBe('{"words":["a","b"]}')
  expect(_meta['cairn/charged_usd']).toBe('0.0007')
})

test('an error of the operation is a tool error with its code, its fields and advice', async () => {
  const error = { error: 'no_route', message: 'No route.', location_indices: [0, 1] }
  const refused = answer(error, 422, { 'x-charged': '0.00' })
  const { isError, content, structuredContent, _meta } = await call(toolOf(), {}, refused)
  expect(isError).toBe(true)
  expect(content[0]!.text).toMatch(
    /^no_route: No route\.\nTry another travel.*\n\{"location_indices":\[0,1\]\}$/,
  )
  expect(structuredContent).toBeUndefined()
  expect(_meta['cairn/charged_usd']).toBe('0.00')
})

test.each([
  ['cannot be invoked', unavailable(new Error('secret')), /^service_unavailable: /],
  ['fails in an unknown way', new Error('secret'), /^internal_error: /],
])('a function that %s causes a tool error without internal text', async (_, error, text) => {
  const { isError, content } = await call(toolOf(), {}, error)
  expect(isError).toBe(true)
  expect(content[0]!.text).toMatch(text)
  expect(content[0]!.text).not.toContain('secret')
})

test('an unknown detail is refused before the operation is invoked', async () => {
  const { isError, content, invoked } = await call(toolOf(), { detail: 'steps' })
  expect(isError).toBe(true)
  expect(content[0]!.text).toContain('detail must be one of compact, full')
  expect(invoked).toEqual([])
})

test('a key over its rate limit is refused before the operation is invoked', async () => {
  const event = proxyEvent({ retryAfterSeconds: 3 })
  const { isError, content, invoked } = await call(toolOf(), {}, undefined, event)
  expect(isError).toBe(true)
  expect(content[0]!.text).toContain('"retry_after_seconds":3')
  expect(invoked).toEqual([])
})

test('warnings appear in the text and in _meta', async () => {
  const warned = answer({ words: ['a'], warnings: ['ignored field "x"', 'and more'] })
  const { content, _meta } = await call(toolOf(), {}, warned)
  expect(content[0]!.text).toBe('a\nNote: ignored field "x".\nNote: and more.')
  expect(_meta['cairn/warnings']).toEqual(['ignored field "x"', 'and more'])
})
