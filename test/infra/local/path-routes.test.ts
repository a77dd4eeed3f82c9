import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { microdollars, type Operation, operation } from '#platform/api'
import { createGateway } from '../../../infra/local/gateway.ts'
import { runs } from '../../setup/suite.ts'

const boxes = (id: string, method: Operation['method'], path: Operation['path']) =>
  operation({
    id,
    method,
    path,
    summary: 'Boxes',
    description: 'Does something with boxes.',
    price: microdollars(0),
    needs: [],
    input: z.object({ box_id: z.string().optional(), side: z.string().optional() }),
    output: z.object({}),
    errors: [],
    examples: [],
  })

const all = [
  boxes('side', 'GET', '/v1/boxes/{box_id}/{side}'),
  boxes('show', 'GET', '/v1/boxes/{box_id}'),
  boxes('remove', 'DELETE', '/v1/boxes/{box_id}'),
  boxes('list', 'GET', '/v1/boxes'),
  boxes('create', 'POST', '/v1/boxes'),
  boxes('newest', 'GET', '/v1/boxes/newest'),
  boxes('top', 'GET', '/v1/boxes/{box_id}/top'),
  boxes('newest-side', 'GET', '/v1/boxes/newest/{side}'),
]

let server: Server
let url: string
let called: [id: string, event: APIGatewayProxyEvent][] = []

beforeAll(async () => {
  server = createGateway({
    routes: all,
    pages: {},
    call: async (id, event) => {
      called.push([id, event])
      return { statusCode: 200, headers: {}, body: '{}' }
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  called = []
})

test('a call reaches its function with the template of its path and its path parameters', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await fetch(`${url}/v1/boxes/b%20%2F%C3%A9?side=left`, { method })
    expect(response.status).toBe(200)
  }
  expect(called.map(([id]) => id)).toEqual(['show', 'remove'])
  for (const [, event] of called) {
    expect(event).toMatchObject({
      path: '/v1/boxes/b%20%2F%C3%A9',
      resource: '/v1/boxes/{box_id}',
      // Encoded as API Gateway sends them; `parse` decodes them.
      pathParameters: { box_id: 'b%20%2F%C3%A9' },
      queryStringParameters: { side: 'left' },
      requestContext: { resourcePath: '/v1/boxes/{box_id}' },
    })
  }
})

test('a path without parameters has null as path parameters', async () => {
  await fetch(`${url}/v1/boxes`)
  expect(called[0]![1]).toMatchObject({ resource: '/v1/boxes', pathParameters: null })
})

test.each([
  ['/v1/boxes/newest', 'newest', null],
  ['/v1/boxes/newer', 'show', { box_id: 'newer' }],
  ['/v1/boxes/newest/top', 'newest-side', { side: 'top' }],
  ['/v1/boxes/newer/top', 'top', { box_id: 'newer' }],
  ['/v1/boxes/newer/left', 'side', { box_id: 'newer', side: 'left' }],
])('prefers a literal segment to a parameter in %s', async (path, id, parameters) => {
  await fetch(url + path)
  expect(called[0]![0]).toBe(id)
  expect(called[0]![1].pathParameters).toEqual(parameters)
})

test.each([
  ['GET', '/v1/boxes/', 404, null],
  ['GET', '/v1/boxes//top', 404, null],
  ['GET', '/v1/boxes/a/b/c', 404, null],
  ['GET', '/v1/boxes/a/', 404, null],
  ['POST', '/v1/boxes/a', 405, 'GET, DELETE'],
  ['DELETE', '/v1/boxes', 405, 'GET, POST'],
  ['DELETE', '/v1/boxes/newest', 405, 'GET'],
])('refuses %s %s with %i and calls no function', async (method, path, status, allow) => {
  const response = await fetch(url + path, { method })
  expect(response.status).toBe(status)
  expect(response.headers.get('allow')).toBe(allow)
  expect(called).toEqual([])
})

test('passes any segment on as it was sent', async () => {
  // `.` and `..` are not segments: clients resolve such a URL, encoded or not, before sending it.
  const segment = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((text) => text.toWellFormed())
    .filter((text) => text !== '.' && text !== '..')
  const property = fc.asyncProperty(segment, async (text) => {
    called = []
    const box_id = encodeURIComponent(text).replaceAll('.', '%2E')
    await fetch(`${url}/v1/boxes/${box_id}`)
    if (text === 'newest') return
    expect(decodeURIComponent(called[0]![1].pathParameters!.box_id!)).toBe(text)
  })
  await fc.assert(property, { numRuns: runs(100) })
})
