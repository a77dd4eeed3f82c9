import { isUtf8 } from 'node:buffer'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryTooLargeMessage } from '#platform/api'
import { operations } from '../../../functions/operations.ts'
import { withBody } from '../../../infra/local/event.ts'
import { createGateway } from '../../../infra/local/gateway.ts'
import { runs } from '../../setup/suite.ts'

let server: Server
let url: string
let events: APIGatewayProxyEvent[] = []
let told: string[] = []

beforeAll(async () => {
  server = createGateway({
    routes: operations,
    pages: { '/health': async () => ({ statusCode: 200, headers: {}, body: '{}' }) },
    call: async (_operation, event, { body }) => {
      events.push(withBody(event, body))
      return { statusCode: 200, headers: { 'x-of': 'function' }, body: '{}' }
    },
    onAnswer: ({ path }) => told.push(path),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
})

beforeEach(() => {
  events = []
  told = []
})

const path = '/v1/routing/route'

test('a call reaches its function as an API Gateway event', async () => {
  const response = await fetch(`${url}${path}?a=1&a=2&b=%C3%A9`, {
    method: 'POST',
    headers: { 'X-Api-Key': 'k' },
    body: '{"ü":1}',
  })
  expect(response.headers.get('x-of')).toBe('function')
  expect(events[0]).toMatchObject({
    httpMethod: 'POST',
    path,
    body: '{"ü":1}',
    isBase64Encoded: false,
    queryStringParameters: { a: '2', b: 'é' },
    multiValueQueryStringParameters: { a: ['1', '2'], b: ['é'] },
    requestContext: { httpMethod: 'POST', resourcePath: path },
  })
  expect(new Headers(events[0]?.headers as Record<string, string>).get('x-api-key')).toBe('k')
})

test('a call may have headers and parameters of any name', async () => {
  const response = await fetch(`${url}${path}?__proto__=1&constructor=2`, {
    method: 'POST',
    headers: { constructor: 'a' },
    body: '{}',
  })
  expect(response.status).toBe(200)
  expect(events[0]?.headers.constructor).toBe('a')
  expect(events[0]?.multiValueQueryStringParameters?.constructor).toEqual(['2'])
})

test('every call has its own request id', async () => {
  await Promise.all([1, 2].map(() => fetch(url + path, { method: 'POST', body: '{}' })))
  expect(new Set(events.map((event) => event.requestContext.requestId)).size).toBe(2)
})

test.each([
  ['GET', '/', 404],
  ['POST', '/v1', 404],
  ['POST', `${path}/`, 404],
  ['POST', '/V1/routing/route', 404],
  ['PUT', path, 405],
  ['OPTIONS', path, 405],
  ['POST', '/health', 405],
])('refuses %s %s with %i and calls no function', async (method, at, status) => {
  const response = await fetch(url + at, { method })
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(events).toEqual([])
})

test('accepts a body of the maximum size, and not one byte more', async () => {
  const limit = 6 * 1024 * 1024
  const send = (size: number) => fetch(url + path, { method: 'POST', body: 'x'.repeat(size) })
  expect((await send(limit)).status).toBe(200)
  expect(events[0]?.body).toHaveLength(limit)
  expect((await send(limit + 1)).status).toBe(413)
})

test('a body that is not UTF-8 reaches the function as base64, any other as text', async () => {
  const send = (body: Buffer) => fetch(url + path, { method: 'POST', body: new Uint8Array(body) })
  const binary = fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes))
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).map((each) => Buffer.from(each))
  const property = fc.asyncProperty(fc.oneof(binary, text), async (sent) => {
    events = []
    await send(sent)
    const { body, isBase64Encoded } = events[0]!
    expect(Buffer.from(body!, isBase64Encoded ? 'base64' : 'utf8').equals(sent)).toBe(true)
    expect(isBase64Encoded).toBe(!isUtf8(sent))
  })
  await fc.assert(property, { numRuns: runs(100) })
})

test('accepts a query string of 8,192 bytes, and refuses one byte more with 413', async () => {
  const send = (bytes: number) => fetch(`${url}${path}?${'a'.repeat(bytes)}`, { method: 'POST' })
  expect((await send(8192)).status).toBe(200)
  const refused = await send(8193)
  expect(refused.status).toBe(413)
  expect(await refused.json()).toEqual({
    error: 'payload_too_large',
    message: queryTooLargeMessage,
  })
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('refuses a query that is not percent-encoded UTF-8 with 400', async () => {
  for (const query of ['text=%', 'text=%ff', '%c3=1']) {
    const response = await fetch(`${url}${path}?${query}`, { method: 'POST' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'bad_request',
      message: 'The query string must be percent-encoded UTF-8.',
    })
  }
  expect(events).toEqual([])
})

test('prints neither query nor key in lines for the terminal', async () => {
  const key = `sk_live_${'a'.repeat(40)}`
  for (const at of [`/v1/${key}`, `${path}?key=${key}`, `/sk%5Flive_${'a'.repeat(40)}`]) {
    await fetch(url + at, { method: 'POST', body: '{}' })
  }
  await expect.poll(() => told).toEqual(['/v1/sk_live_…', path, '/sk_live_…'])
})

/** Returns everything that the server answers to these bytes. */
function replyTo(bytes: string): Promise<string> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
}

test('refuses a body with two transfer encodings with 400 and calls no function', async () => {
  const head = `POST ${path} HTTP/1.1\r\nhost: a\r\n`
  const encodings = 'transfer-encoding: identity\r\ntransfer-encoding: chunked\r\n'
  const reply = await replyTo(`${head}${encodings}\r\n2\r\n{}\r\n0\r\n\r\n`)
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
  expect(reply).toContain('Send transfer-encoding once.')
  expect(events).toEqual([])
})

test('answers bytes that are not HTTP with 400, and the server continues', async () => {
  const reply = await replyTo('nonsense\r\n\r\n')
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
  expect(reply).toContain('"error":"bad_request"')
  expect((await fetch(`${url}/health`)).status).toBe(200)
})
