import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFunctions } from '#platform/mcp'
import { proxyEvent } from '../../fixtures/event.ts'

interface Received {
  url: string
  headers: IncomingMessage['headers']
  body: string
}

let received: Received[] = []
let respond: (response: ServerResponse) => void
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received.push({ url: request.url!, headers: request.headers, body })
  respond(response)
})
let endpoint: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  received = []
  respond = (response) => response.end(JSON.stringify({ statusCode: 200, body: '{"a":1}' }))
})

const functions = () =>
  openFunctions({
    CAIRN_FUNCTIONS: JSON.stringify({ 'routing/route': 'Cairn-Route:warm' }),
    AWS_REGION: 'eu-north-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_LAMBDA: endpoint,
    _X_AMZN_TRACE_ID: 'Root=1-2-3',
  })

const soon = () => ({ answerBy: Date.now() + 5000 })
const event = proxyEvent({ body: { words: ['a'] } })

test('the named function is invoked once, signed, with the event, the trace and the limits', async () => {
  const limits = { ...soon(), maxAnswerBytes: 1000, idempotencyKey: 'k' }
  const result = await (await functions()).invoke('routing/route', event, limits)
  expect(result).toEqual({ statusCode: 200, body: '{"a":1}' })
  expect(received).toHaveLength(1)
  const [{ url, headers, body }] = received as [Received]
  expect(url).toBe('/2015-03-31/functions/Cairn-Route%3Awarm/invocations')
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-north-1\/lambda\/aws4_request/,
  )
  expect(headers['x-amz-security-token']).toBe('session')
  expect(headers['x-amzn-trace-id']).toBe('Root=1-2-3')
  const context = Buffer.from(String(headers['x-amz-client-context']), 'base64').toString()
  expect(JSON.parse(context)).toEqual({ custom: limits })
  expect(JSON.parse(body)).toEqual(event)
})

test.each([
  ['is throttled', 429, { 'x-amzn-errortype': 'TooManyRequestsException' }],
  ['is not there', 404, { 'x-amzn-errortype': 'ResourceNotFoundException' }],
  ['cannot be reached within Lambda', 500, {}],
  ['has failed', 200, { 'x-amz-function-error': 'Unhandled' }],
])('a function that %s causes a 503, and is not invoked again', async (_, status, headers) => {
  respond = (response) => response.writeHead(status, headers).end('{"errorMessage": "secret"}')
  const call = (await functions()).invoke('routing/route', event, soon())
  await expect(call).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.not.stringContaining('secret'),
  })
  expect(received).toHaveLength(1)
})

test('a connection that breaks causes a 503', async () => {
  respond = (response) => response.destroy()
  const call = (await functions()).invoke('routing/route', event, soon())
  await expect(call).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(received).toHaveLength(1)
})

test('a function that does not answer in time causes a 504', async () => {
  respond = () => {}
  const limits = { answerBy: Date.now() - 400 }
  const call = (await functions()).invoke('routing/route', event, limits)
  await expect(call).rejects.toMatchObject({ code: 'gateway_timeout' })
})

test('a caller cannot name any other function', async () => {
  const call = (await functions()).invoke('geocoding/jobs/create', event, soon())
  await expect(call).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(received).toEqual([])
})

test('no functions are available without names', async () => {
  await expect(openFunctions({})).rejects.toThrow('CAIRN_FUNCTIONS is not set')
})
