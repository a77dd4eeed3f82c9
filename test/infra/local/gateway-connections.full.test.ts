import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../../functions/operations.ts'
import { createGateway } from '../../../infra/local/gateway.ts'

const path = '/v1/routing/route'
let server: Server
let port: number
/** Bodies that reached a function. */
let bodies: string[] = []
/** A call waits for this promise before it is answered. */
let work: Promise<unknown> = Promise.resolve()
/** Answer of all calls; undefined to answer with the beginning of their body. */
let answer: string | undefined
let answerHeaders: Record<string, string> = {}

beforeAll(async () => {
  server = createGateway({
    routes: operations,
    pages: { '/health': async () => ({ statusCode: 200, headers: {}, body: '{}' }) },
    call: async (_operation, _event, { body }) => {
      bodies.push(body.toString('latin1'))
      await work
      const text = answer ?? `"${body.toString('latin1', 0, 20)}"`
      return { statusCode: 200, headers: answerHeaders, body: text }
    },
    limits: {
      requestMs: 400,
      idleMs: 800,
      checkMs: 50,
      bodyMemoryBytes: 100_000,
      bodyWaitMs: 200,
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  bodies = []
  work = Promise.resolve()
  answer = undefined
})

interface Connection {
  socket: Socket
  /** Everything received until the connection was closed. */
  reply: Promise<string>
}

function open(sent: string | Buffer = ''): Connection {
  const socket = connect(port, '127.0.0.1')
  socket.write(sent)
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('error', () => {})
  return { socket, reply: new Promise((resolve) => socket.once('close', () => resolve(text))) }
}

const talk = (sent: string | Buffer) => open(sent).reply

const post = (headers: string[], body = '', line = `POST ${path} HTTP/1.1`) =>
  [line, ...headers, '', body].join('\r\n')

const statusesOf = (reply: string) =>
  [...reply.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

function expectRefusal(reply: string, status: number, error: string, message?: string): void {
  expect(statusesOf(reply)).toEqual([status])
  expect(reply).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/i)
  expect(reply).toMatch(/connection: close\r\n/i)
  expect(reply).toMatch(/content-type: application\/json/i)
  expect(JSON.parse(reply.split('\r\n\r\n')[1]!)).toEqual({
    error,
    message: message ?? expect.any(String),
  })
}

describe('the gateway', () => {
  const chunk = '2\r\n{}\r\n0\r\n\r\n'
  test.each([
    ['no host', post(['content-length: 2'], '{}')],
    ['two hosts', post(['host: a', 'host: b', 'content-length: 2'], '{}')],
    ['two lengths', post(['host: a', 'content-length: 2', 'content-length: 3'], '{}')],
    ['one length twice', post(['host: a', 'content-length: 2', 'content-length: 2'], '{}')],
    ['lengths in a list', post(['host: a', 'content-length: 2, 2'], '{}')],
    ['a signed length', post(['host: a', 'content-length: +2'], '{}')],
    [
      'a length and chunks',
      post(['host: a', 'content-length: 2', 'transfer-encoding: chunked'], chunk),
    ],
    [
      'chunks and a length',
      post(['host: a', 'transfer-encoding: chunked', 'content-length: 2'], chunk),
    ],
    ['chunks that are not last', post(['host: a', 'transfer-encoding: chunked, gzip'], chunk)],
    [
      'two encodings',
      post(['host: a', 'transfer-encoding: identity', 'transfer-encoding: chunked'], chunk),
    ],
    [
      'chunks, then another encoding',
      post(['host: a', 'transfer-encoding: chunked', 'transfer-encoding: identity'], '{}'),
    ],
    [
      'chunks twice',
      post(['host: a', 'transfer-encoding: chunked', 'Transfer-Encoding: chunked'], chunk),
    ],
    ['encodings in a list', post(['host: a', 'transfer-encoding: identity, chunked'], chunk)],
    ['a compressed body', post(['host: a', 'transfer-encoding: gzip, chunked'], chunk)],
    ['no encoding', post(['host: a', 'transfer-encoding: identity'], '{}')],
    ['an empty encoding', post(['host: a', 'transfer-encoding:'], '{}')],
    ['another encoding', post(['host: a', 'transfer-encoding: xchunked'], chunk)],
    [
      'chunks in HTTP/1.0',
      post(['host: a', 'transfer-encoding: chunked'], chunk, `POST ${path} HTTP/1.0`),
    ],
    ['a chunk length that is none', post(['host: a', 'transfer-encoding: chunked'], 'x\r\n{}\r\n')],
    [
      'a chunk longer than it says',
      post(['host: a', 'transfer-encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'),
    ],
    ['a space before the colon', post(['host: a', 'content-length : 2'], '{}')],
    ['a header in two lines', post(['host: a', 'x-a: b', ' c', 'content-length: 2'], '{}')],
    ['a header without a colon', post(['host: a', 'content-length 2'], '{}')],
    ['a null byte in a header', post(['host: a', 'x-a: \0', 'content-length: 2'], '{}')],
    ['a carriage return in a header', post(['host: a', 'x-a: b\rc', 'content-length: 2'], '{}')],
    ['bare line feeds', post(['host: a', 'content-length: 2'], '{}').replaceAll('\r', '')],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a tunnel', 'CONNECT other:443 HTTP/1.1\r\nhost: other:443\r\n\r\n'],
  ])('refuses doubtful framing with 400 and calls no function: %s', async (_, sent) => {
    expectRefusal(await talk(sent), 400, 'bad_request')
    expect(bodies).toEqual([])
  })

  test('accepts the name of the encoding in any case', async () => {
    const sent = post(['host: a', 'Transfer-Encoding: Chunked', 'connection: close'], chunk)
    expect(statusesOf(await talk(sent))).toEqual([200])
    expect(bodies).toEqual(['{}'])
  })

  test('joins chunks into one body, with short extensions and a trailer', async () => {
    const chunks = '1;a=b\r\n{\r\n1\r\n}\r\n0\r\nx-trailer: 1\r\n\r\n'
    const sent = post(['host: a', 'transfer-encoding: chunked', 'connection: close'], chunks)
    expect(statusesOf(await talk(sent))).toEqual([200])
    expect(bodies).toEqual(['{}'])
  })

  test('accepts HTTP/1.0 without a host, and closes the connection', async () => {
    const reply = await talk(post(['content-length: 2'], '{}', `POST ${path} HTTP/1.0`))
    expect(statusesOf(reply)).toEqual([200])
    expect(bodies).toEqual(['{}'])
  })

  test('answers requests in a row on one connection in order', async () => {
    const each = (body: string, ...more: string[]) =>
      post(['host: a', `content-length: ${body.length}`, ...more], body)
    const reply = await talk(each('"1"') + each('"2"') + each('"3"', 'connection: close'))
    expect([...reply.matchAll(/""(\d)""/g)].map(([, body]) => body)).toEqual(['1', '2', '3'])
  })

  test('sends the answer to a request, and nothing after it, when nonsense follows the request', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    work = promise
    const { socket, reply } = open(post(['host: a', 'content-length: 3'], '"1"'))
    await expect.poll(() => bodies).toHaveLength(1)
    socket.write('nonsense\r\n\r\n')
    await sleep(100)
    resolve()
    const text = await reply
    expect(statusesOf(text)).toEqual([200])
    expect(text).toMatch(/connection: close/i)
    expect(text).toContain('""1""')
  })
})

test('an invalid header from a function causes a 500, and the server continues', async () => {
  answerHeaders = { 'x-a': 'b\r\nx-injected: c' }
  const reply = await talk(post(['host: a', 'content-length: 2'], '{}'))
  expect(statusesOf(reply)).toEqual([500])
  expect(reply).not.toContain('injected')
  expect(reply).toMatch(/"request_id":"[0-9a-f-]{36}"/)
  answerHeaders = {}
  const next = await talk(post(['host: a', 'content-length: 2', 'connection: close'], '{}'))
  expect(statusesOf(next)).toEqual([200])
})

describe('a request that is too large', () => {
  const head = (bytes: number) => {
    const without = post(['host: a', 'connection: close', 'x-a: '], '', 'GET /health HTTP/1.1')
    return without.replace('x-a: ', `x-a: ${'a'.repeat(bytes - without.length + 2)}`)
  }
  test('is refused with 413 when its line and headers exceed 10,240 bytes', async () => {
    expect(statusesOf(await talk(head(10_240)))).toEqual([200])
    const message = 'The request line and headers are over 10,240 bytes together.'
    expectRefusal(await talk(head(10_241)), 413, 'payload_too_large', message)
    expectRefusal(await talk(head(100_000)), 413, 'payload_too_large', message)
  })

  test('is refused with 413 when a chunk has a long extension', async () => {
    const sent = post(['host: a', 'transfer-encoding: chunked'], `2;${'a'.repeat(100_000)}\r\n{}`)
    expectRefusal(await talk(sent), 413, 'payload_too_large')
    expect(bodies).toEqual([])
  })

  test('is refused with 413 before its body is sent when it waits for 100-continue', async () => {
    const reply = await talk(post(['host: a', 'expect: 100-continue', 'content-length: 6291457']))
    expectRefusal(reply, 413, 'payload_too_large')
  })
})

describe('the header expect', () => {
  test('is answered before the body is sent when it is 100-continue', async () => {
    const headers = ['host: a', 'expect: 100-continue', 'content-length: 2', 'connection: close']
    const { socket, reply } = open(post(headers))
    socket.once('data', () => socket.write('{}'))
    expect(statusesOf(await reply)).toEqual([100, 200])
    expect(bodies).toEqual(['{}'])
  })

  test('receives no 100-continue for an unknown path, and the connection ends', async () => {
    const headers = ['host: a', 'expect: 100-continue', 'content-length: 2']
    expectRefusal(await talk(post(headers, '', 'POST /v1/none HTTP/1.1')), 404, 'not_found')
  })

  test('is refused with 417 when it is anything else', async () => {
    const reply = await talk(post(['host: a', 'expect: 200-ok', 'content-length: 2'], '{}'))
    expectRefusal(reply, 417, 'bad_request')
    expect(bodies).toEqual([])
  })
})

describe('a connection', () => {
  test('ends by default after 30 seconds of a late request and 60 seconds of silence', () => {
    const gateway = createGateway({
      routes: operations,
      pages: {},
      call: async () => ({}) as never,
    })
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = gateway
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
      headersTimeout: 30_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 60_000,
      timeout: 60_000,
    })
  })

  test('ends without an answer when nothing was ever sent', async () => {
    expect(await open().reply).toBe('')
  })

  test('ends when it is silent after an answer', async () => {
    expect(statusesOf(await talk(post(['host: a', 'content-length: 2'], '{}')))).toEqual([200])
  })

  test.each([
    ['headers', `POST ${path} HTTP/1.1\r\nhost: a\r\n`, 'x-a: b\r\n'],
    ['a body', post(['host: a', 'content-length: 1000'], ''), ' '],
  ])('ends with 408 when %s arrive too slowly', async (_, start, more) => {
    const { socket, reply } = open(start)
    const sending = setInterval(() => socket.write(more), 50)
    expectRefusal(await reply, 408, 'bad_request', 'The request did not arrive in time.')
    clearInterval(sending)
    expect(bodies).toEqual([])
  })

  test('ends when its answer is not read', async () => {
    answer = 'x'.repeat(20_000_000)
    const { socket, reply } = open(post(['host: a', 'content-length: 2'], '{}'))
    socket.pause()
    const connections = () =>
      new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    await expect.poll(() => bodies).toHaveLength(1)
    await expect.poll(connections, { timeout: 10_000 }).toBe(0)
    socket.resume()
    await reply
  })
})

describe('large bodies at once', () => {
  const large = (fill: string) => post(['host: a', 'content-length: 300000'], fill.repeat(300_000))

  test('wait for each other and all get through', async () => {
    const fills = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(fills.map((fill) => talk(large(fill))))
    expect(bodies.map((body) => [body[0], body.length]).sort()).toEqual(
      fills.map((fill) => [fill, 300_000]),
    )
  })

  test('are refused with 503 and retry-after without room in time, while small ones are not delayed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    work = promise
    const first = talk(large('a'))
    await expect.poll(() => bodies).toHaveLength(1)
    const refused = await talk(large('b'))
    expect(statusesOf(refused)).toEqual([503])
    expect(refused).toMatch(/retry-after: 1\r\n/i)
    expect(refused).toContain('"error":"service_unavailable"')
    const small = talk(post(['host: a', 'content-length: 2', 'connection: close'], '{}'))
    await expect.poll(() => bodies).toHaveLength(2)
    resolve()
    expect(statusesOf(await small)).toEqual([200])
    expect(statusesOf(await first)).toEqual([200])
    expect(statusesOf(await talk(large('c')))).toEqual([200])
  })
})
