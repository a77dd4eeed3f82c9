import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { AccountStore, Charge } from '#platform/accounts'
import { endpoint, microdollars, type Operation, operation } from '#platform/api'
import { makeOpenApiDocument } from '../../../lib/platform/api/openapi.ts'
import { type EventOptions, placesOf, proxyEvent } from '../../fixtures/event.ts'
import { runs } from '../../setup/suite.ts'

const common = {
  summary: 'A box',
  description: 'Does something with a box.',
  price: microdollars(0),
  needs: [],
  output: z.record(z.string(), z.unknown()),
  errors: ['not_found'],
  examples: [{ name: 'first', summary: 'The first box', request: { box_id: 'a', width: 3 } }],
} as const
const Input = z.object({ box_id: z.string().min(1), width: z.coerce.number().max(10).optional() })
const path = '/v1/test/boxes/{box_id}'

const show = operation({ ...common, id: 'test/show', method: 'GET', path, input: Input })
const remove = operation({ ...common, id: 'test/remove', method: 'DELETE', path, input: Input })
const fill = operation({
  ...common,
  id: 'test/fill',
  method: 'POST',
  path: '/v1/test/boxes/{box_id}/fill',
  status: 201,
  input: Input,
})

const charges: Charge[] = []
const accounts = async () =>
  ({
    charge: async (charge: Charge) => {
      charges.push(charge)
      return { balance: 0 }
    },
  }) as unknown as AccountStore

/** Any one of the three operations. */
type Boxes = Operation<typeof Input, typeof common.output>

async function call(called: Boxes, event: EventOptions) {
  const response = await endpoint(called, {}, async (input) => input, { accounts })(
    proxyEvent({ method: called.method, ...event }),
  )
  return { ...response, json: JSON.parse(response.body) }
}

beforeEach(() => {
  charges.length = 0
})

describe('a parameter of the path', () => {
  test.each([show, remove, fill])('is a field of the input of $method $path', async (called) => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.toWellFormed())
    const width = fc.option(fc.integer({ max: 10 }), { nil: undefined })
    const property = fc.asyncProperty(value, width, async (box_id, width) => {
      const request = { box_id, ...(width !== undefined && { width }) }
      const response = await call(called, placesOf(called, request))
      expect(response.statusCode).toBe(called.status ?? 200)
      expect(response.json).toEqual(request)
      expect(response.headers).not.toHaveProperty('x-warnings')
    })
    await fc.assert(property, { numRuns: runs(200) })
  })

  const named: [Boxes, EventOptions, string][] = [
    [show, { query: { box_id: ['b'] } }, 'ignored parameter "box_id": the path has its value'],
    [remove, { query: { box_id: ['b'] } }, 'ignored parameter "box_id": the path has its value'],
    [fill, { body: { box_id: 'b' } }, 'ignored field "box_id": the path has its value'],
  ]
  test.each(named)(
    'overrides a field of the same name, with a warning (%#)',
    async (called, fields, warning) => {
      const response = await call(called, { ...fields, pathParameters: { box_id: 'a' } })
      expect(response.json).toEqual({ box_id: 'a', warnings: [warning] })
      expect(response.headers?.['x-warnings']).toBe(warning)
    },
  )

  test.each(['%', '%ff', 'a%2'])(
    'is refused with 400 when it is not percent-encoded UTF-8: %s',
    async (box_id) => {
      const response = await call(show, { pathParameters: { box_id } })
      expect(response.statusCode).toBe(400)
      expect(response.json).toMatchObject({
        error: 'bad_request',
        message: 'The path parameter "box_id" must be percent-encoded UTF-8.',
      })
    },
  )

  test('is refused with 400, and named in details, when it breaks the schema', async () => {
    const response = await call(remove, { pathParameters: { box_id: '' } })
    expect(response.statusCode).toBe(400)
    expect(response.json.details[0].path).toBe('box_id')
  })

  test.each([
    ['/v1/test/{box}', /no field "box"/],
    ['/v1/test/{box_id}/{box_id}', /is no path/],
    ['/v1/test/a{box_id}', /is no path/],
    ['/v1/test/', /is no path/],
  ] as const)('must be a whole segment and a field of the input: %s', (path, message) => {
    expect(() => operation({ ...show, path })).toThrow(message)
  })
})

test('a DELETE takes its parameters from the query and names a body as ignored', async () => {
  const pathParameters = { box_id: 'a' }
  const sent = { pathParameters, query: { width: ['7'] }, body: 'no JSON' }
  expect((await call(remove, sent)).json).toEqual({
    box_id: 'a',
    width: 7,
    warnings: ['ignored the body of the request: DELETE takes parameters in the query string'],
  })
})

describe('an operation of price 0', () => {
  test.each([0, 1, -5, 10_000_000])(
    'is answered at a balance of %i and makes no charge',
    async (balance) => {
      const caller = { balance }
      for (const called of [show, remove, fill]) {
        const response = await call(called, { ...placesOf(called, { box_id: 'a' }), caller })
        expect(response.statusCode).toBe(called.status ?? 200)
        expect(response.headers?.['x-charged']).toBe('0.00')
      }
      expect(charges).toEqual([])
    },
  )
})

describe('the OpenAPI document', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the test reads any part of the document.
  const { paths } = makeOpenApiDocument([show, remove, fill]) as any
  const parametersIn = (described: {
    parameters: { name: string; in: string; required?: boolean }[]
  }) => described.parameters.map(({ name, in: place, required = false }) => [name, place, required])

  test('lists the path and query parameters of each method', () => {
    for (const method of ['get', 'delete']) {
      expect(parametersIn(paths[path][method])).toEqual([
        ['box_id', 'path', true],
        ['width', 'query', false],
      ])
      expect(paths[path][method]).not.toHaveProperty('requestBody')
    }
    const { post } = paths['/v1/test/boxes/{box_id}/fill']
    expect(parametersIn(post)).toEqual([
      ['box_id', 'path', true],
      ['idempotency-key', 'header', false],
    ])
    const { schema, examples } = post.requestBody.content['application/json']
    expect(Object.keys(schema.properties)).toEqual(['width'])
    expect(examples.first.value).toEqual({ width: 3 })
  })

  test('states the status of success and that the call is free', () => {
    const { responses, ...post } = paths['/v1/test/boxes/{box_id}/fill'].post
    expect(responses).not.toHaveProperty('200')
    expect(responses['201'].description).toBe('Success, free.')
    expect(responses).not.toHaveProperty('402')
    expect(responses).toHaveProperty('404')
    expect(post['x-price-usd']).toBe('0.00')
    expect(paths[path].get.responses['200'].description).toBe('Success, free.')
  })
})
