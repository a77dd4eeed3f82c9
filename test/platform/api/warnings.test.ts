import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { AccountStore } from '#platform/accounts'
import { endpoint, microdollars, operation, type RunContext } from '#platform/api'
import { ApiError } from '#platform/errors'
import { type EventOptions, proxyEvent } from '../../fixtures/event.ts'

const accounts = async () => ({ charge: async () => ({ balance: 1 }) }) as unknown as AccountStore

const echo = (method: 'GET' | 'POST', unknownFields?: 'refused') =>
  operation({
    id: 'test/echo',
    method,
    path: '/v1/test/echo',
    summary: 'Echo',
    description: 'Gives the text back.',
    price: microdollars(1),
    needs: [],
    input: z.object({ text: z.string(), size: z.string().optional() }),
    output: z.object({ text: z.string() }),
    errors: [],
    examples: [],
    ...(unknownFields && { unknownFields }),
  })

type Run = (input: { text: string }, context: RunContext) => Promise<unknown>

async function call(
  event: EventOptions,
  {
    run = async ({ text }) => ({ text }),
    contract = echo('POST'),
  }: { run?: Run; contract?: ReturnType<typeof echo> } = {},
) {
  const handler = endpoint(contract, {}, run, { accounts })
  const { statusCode, headers, body } = await handler(proxyEvent(event))
  return { status: statusCode, header: headers?.['x-warnings'], json: JSON.parse(body) }
}

describe('warnings', () => {
  test('appear in the answer and in the header', async () => {
    const { header, json } = await call({ body: { text: 'a', size_: 1 } })
    expect(json).toEqual({ text: 'a', warnings: ['ignored field "size_": did you mean "size"?'] })
    expect(header).toBe('ignored field "size_": did you mean "size"?')
  })

  test('are absent when there are none', async () => {
    const { header, json } = await call({ body: { text: 'a' } })
    expect([header, json]).toEqual([undefined, { text: 'a' }])
  })

  test('appear in errors too, because an unknown field is often why another is missing', async () => {
    const { status, json } = await call({ body: { test: 'a' } })
    expect(status).toBe(400)
    expect(json).toMatchObject({
      message: 'text is required.',
      warnings: ['ignored field "test": did you mean "text"?'],
    })
    const run: Run = async (_, { warn }) => {
      warn('something was assumed')
      throw new ApiError('no_route')
    }
    expect((await call({ body: { text: 'a' } }, { run })).json.warnings).toEqual([
      'something was assumed',
    ])
  })

  test('appear whole in the answer and as printable ASCII in the header', async () => {
    const run: Run = async ({ text }, { warn }) => {
      warn('the town is Łódź\r\nx-charged: 0')
      return { text }
    }
    const { header, json } = await call({ body: { text: 'a' } }, { run })
    expect(json.warnings).toEqual(['the town is Łódź x-charged: 0'])
    expect(header).toBe('the town is ??d? x-charged: 0')
  })

  test('are listed once and bounded in number and length, with a last one that counts the others', async () => {
    const run: Run = async ({ text }, { warn }) => {
      for (let i = 0; i < 1000; i++) warn(`${i} ${'x'.repeat(1000)}`)
      for (let i = 0; i < 10; i++) warn('0')
      return { text }
    }
    const { header, json } = await call({ body: { text: 'a' } }, { run })
    expect(json.warnings).toHaveLength(31)
    expect(Math.max(...json.warnings.map((text: string) => text.length))).toBe(400)
    expect(json.warnings.at(-1)).toBe('980 more warnings')
    expect(String(header).length).toBeLessThan(2_100)
    expect(header).toMatch(/; \d+ more in the answer$/)
  })

  test('cannot be set by an input field of the same name', async () => {
    const { json } = await call({ body: { text: 'a', warnings: ['no'] } })
    expect(json.warnings).toEqual(['ignored field "warnings"'])
  })
})

describe('parts of a request that its method does not read', () => {
  test('are named in warnings: the body of a GET, and the query of a POST', async () => {
    const get = await call(
      { method: 'GET', query: { text: ['a'] }, body: '{"size": 3}' },
      { contract: echo('GET') },
    )
    expect(get.json.warnings).toEqual([
      'ignored the body of the request: GET takes parameters in the query string',
    ])
    const post = await call({ body: { text: 'a' }, query: { size: ['3'], debug: [''] } })
    expect(post.json.warnings).toEqual([
      'ignored query parameter "size": POST takes fields in the JSON body',
      'ignored query parameter "debug": POST takes fields in the JSON body',
    ])
  })

  test('are refused by an operation that refuses unknown fields', async () => {
    const { status, json } = await call(
      { body: { text: 'a' }, query: { size: ['3'] } },
      { contract: echo('POST', 'refused') },
    )
    expect(status).toBe(400)
    expect(json.message).toMatch('"size"')
  })

  test('do not include a field that is present twice: it is refused, as a parameter is', async () => {
    const { status, json } = await call({ body: '{"text": "a", "text": "b"}' })
    expect(status).toBe(400)
    expect(json.details).toEqual([
      { path: 'text', message: 'The field "text" is given more than once.' },
    ])
  })
})
