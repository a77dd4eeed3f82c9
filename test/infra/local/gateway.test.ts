import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operations } from '../../../functions/operations.ts'
import { createGateway } from '../../../infra/local/gateway.ts'

let server: Server
let url: string
let events: APIGatewayProxyEvent[] = []

beforeAll(async () => {
  server = createGateway({
    operations,
    pages: { '/health': async () => ({ statusCode: 200, headers: {}, body: '{}' }) },
    call: async (_operation, event) => {
      events.push(event)
      return { statusCode: 200, headers: { 'x-of': 'function' }, body: '{}' }
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
})

beforeEach(() => {
  events = []
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

test('a header or parameter may have any name', async () => {
  const response = await fetch(`${url}${path}?__proto__=1&constructor=2`, {
    method: 'POST',
    headers: { constructor: 'a' },
    body: '{}',
  })
  expect(response.status).toBe(200)
  expect(events[0]?.headers.constructor).toBe('a')
  expect(events[0]?.multiValueQueryStringParameters?.constructor).toEqual(['2'])
})

test('every call has a request id of its own', async () => {
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
])('%s %s is %i and reaches no function', async (method, at, status) => {
  const response = await fetch(url + at, { method })
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(events).toEqual([])
})

test('the largest body the platform carries passes, one byte more does not', async () => {
  const limit = 6 * 1024 * 1024
  const send = (size: number) => fetch(url + path, { method: 'POST', body: 'x'.repeat(size) })
  expect((await send(limit)).status).toBe(200)
  expect(events[0]?.body).toHaveLength(limit)
  expect((await send(limit + 1)).status).toBe(413)
})

test('bytes that are no HTTP get a 400 and the server lives on', async () => {
  const { port } = server.address() as AddressInfo
  const reply = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
  expect(reply).toContain('"error":"bad_request"')
  expect((await fetch(`${url}/health`)).status).toBe(200)
})
