import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Facts,
  type LanguageModel,
  type ModelAbsence,
  type ModelEnvironment,
  openLanguageModel,
} from '#language/model'
import { signedScope } from '../../fixtures/aws-signature.ts'
import {
  breaksOff,
  drips,
  floods,
  hangs,
  late,
  type ModelBehaviour,
  type ModelServer,
  modelServer,
  replies,
  replyTo,
  send,
} from '../../fixtures/model-server.ts'
import { noSlots } from '../../fixtures/slot-replies.ts'

const key = 'SECRET-KEY'
const modelId = 'eu.amazon.nova-lite-v1:0'

const environments: Record<string, (url: string) => ModelEnvironment> = {
  'chat completions': (url) => ({
    CAIRN_MODEL: 'openai:a-model',
    CAIRN_MODEL_URL: url,
    CAIRN_MODEL_KEY: key,
  }),
  Converse: (url) => ({
    CAIRN_MODEL: `bedrock:${modelId}`,
    CAIRN_MODEL_URL: url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: key,
    AWS_SESSION_TOKEN: 'a-session',
  }),
}

const facts: Facts = { subject: 'route', values: { distance: '12.4 km', destination: 'Lagrin' } }
const sentence = 'The way to Lagrin is 12.4 km long.'
const query = 'How far can I walk in 15 minutes from the Kiasma museum?'
const slots = {
  ...noSlots,
  intent: 'isochrone',
  places: [{ role: 'centre', text: 'kiasma museum' }],
  travel: 'pedestrian',
  contours: [{ minutes: 15, kilometers: null }],
}

/** Time of a call, and of what is around it. */
const maxMs = 2000

let server: ModelServer
beforeAll(async () => {
  server = await modelServer()
})
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
  server.calls.length = 0
})

describe.each(Object.entries(environments))('a language model by %s', (protocol, environment) => {
  let reasons: ModelAbsence[]
  let faults: Error[]
  let model: LanguageModel

  /** A new model, which has not failed yet. */
  function open(behave: ModelBehaviour, now?: () => number): LanguageModel {
    server.behave = behave
    reasons = []
    faults = []
    const onFault = (fault: Error) => void faults.push(fault)
    model = openLanguageModel(environment(server.url), { onFault, ...(now && { now }) })!
    return model
  }
  const onAbsence = (reason: ModelAbsence) => void reasons.push(reason)
  const write = (signal?: AbortSignal) =>
    model.summarise(facts, { language: 'en-US', onAbsence, ...(signal && { signal }) })
  const read = () => model.extract(query, { hasLocation: false, onAbsence })

  async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
    const startedAt = performance.now()
    const value = await work()
    return { value, ms: performance.now() - startedAt }
  }

  test('writes what the facts say', async () => {
    open(replies({ text: sentence }))
    expect(await write()).toBe(sentence)
    expect([reasons, faults]).toEqual([[], []])
  })

  test('reads a query into slots, in the words of the query', async () => {
    open(replies(slots))
    expect(await read()).toEqual({
      language: 'en',
      intent: 'isochrone',
      slots: {
        places: [{ role: 'centre', kind: 'named', text: 'Kiasma museum', otherTexts: [] }],
        otherPlaces: [],
        contours: [{ time: 15 }],
        travel: 'pedestrian',
      },
    })
  })

  test('passes query and facts as data, apart from the instructions', async () => {
    open(replies(slots))
    await read()
    await write()
    const [reading, writing] = server.calls
    expect(reading!.body.data).toEqual({ query, has_location: false })
    expect(writing!.body.data).toEqual({
      language: 'en-US',
      subject: 'route',
      facts: facts.values,
    })
    const { messages, system } = reading!.body.raw as { messages: { role: string }[]; system: [] }
    expect(JSON.stringify(system ?? messages[0])).not.toContain('Kiasma')
    expect(messages.at(-1)!.role).toBe('user')
  })

  test('is asked as its protocol has it', async () => {
    open(replies(slots))
    await read()
    const [{ path, headers, text, body }] = server.calls as [(typeof server.calls)[0]]
    if (protocol === 'Converse') {
      expect(path).toBe('/model/eu.amazon.nova-lite-v1%3A0/converse')
      const scope = signedScope({ method: 'POST', path, headers, body: text }, key)
      expect(scope).toEqual({
        accessKeyId: 'AKIDEXAMPLE',
        region: 'eu-central-1',
        service: 'bedrock',
      })
      expect(headers['x-amz-security-token']).toBe('a-session')
      const { toolConfig } = body.raw as { toolConfig: Record<string, unknown> }
      expect(toolConfig).toMatchObject({
        tools: [{ toolSpec: { name: 'read_query', inputSchema: { json: { type: 'object' } } } }],
        toolChoice: { tool: { name: 'read_query' } },
      })
    } else {
      expect(path).toBe('/v1/chat/completions')
      expect(headers.authorization).toBe(`Bearer ${key}`)
      expect(body.raw).toMatchObject({
        model: 'a-model',
        response_format: { type: 'json_schema', json_schema: { strict: true, name: 'read_query' } },
      })
    }
    expect(text).not.toContain(key)
  })

  const absent: [string, ModelBehaviour, ModelAbsence][] = [
    ['never answers', hangs, 'slow'],
    ['answers too late', late(1800, replies({ text: sentence })), 'slow'],
    ['drips without end', drips, 'slow'],
    ['breaks the connection off', breaksOff, 'unreachable'],
    ['answers 500', (response) => send(response, { error: key }, 500), 'refused'],
    ['answers 401', (response) => send(response, { error: key }, 401), 'refused'],
    [
      'redirects',
      (response) => void response.writeHead(307, { location: `${server.url}/elsewhere` }).end(),
      'refused',
    ],
    ['answers with no JSON', (response) => send(response, '<html>'), 'malformed'],
    ['answers with half of it', (response) => send(response, '{"choices": [{'), 'malformed'],
    [
      'answers with another object',
      (response) => send(response, { answer: sentence }),
      'malformed',
    ],
    ['answers with nothing', (response) => send(response, {}), 'malformed'],
    ['answers with null', (response) => send(response, 'null'), 'malformed'],
    ['fills in other fields', replies({ summary: sentence }), 'malformed'],
    ['gives a list', replies([sentence]), 'malformed'],
    ['gives a text of another type', replies({ text: { text: sentence } }), 'malformed'],
    [
      'uses another tool or refuses',
      (response, call) => {
        const reply = JSON.stringify(replyTo(call, { text: sentence }))
        const other = reply
          .replace('"name":"write_summary"', '"name":"send_money"')
          .replace('"refusal":null', '"refusal":"I cannot do that."')
        send(response, other)
      },
      protocol === 'Converse' ? 'malformed' : 'refused',
    ],
    ['answers with 10 MB', floods(10_000_000), 'malformed'],
    [
      'writes 10 MB into the right field',
      replies({ text: `${sentence} `.repeat(300_000) }),
      'malformed',
    ],
  ]

  test.concurrent.each(absent)('that %s gives nothing, in time', async (_, behave, reason) => {
    const own = await modelServer()
    own.behave = behave
    const told: ModelAbsence[] = []
    const logged: string[] = []
    const alone = openLanguageModel(environment(own.url), {
      onFault: (fault) => void logged.push(`${fault.stack} ${JSON.stringify(fault)}`),
    })!
    const { value, ms } = await timed(() =>
      alone.summarise(facts, { language: 'en-US', onAbsence: (reason) => void told.push(reason) }),
    )
    await own.close()
    expect(value).toBeUndefined()
    expect(told).toEqual([reason])
    expect(ms).toBeLessThan(maxMs)
    expect(logged).toHaveLength(1)
    expect(logged[0]).not.toMatch(/SECRET|Lagrin|Kiasma/)
  })

  test('that is not there gives nothing, at once', async () => {
    const gone = await modelServer()
    await gone.close()
    open(replies({}))
    model = openLanguageModel(environment(gone.url))!
    const { value, ms } = await timed(write)
    expect(value).toBeUndefined()
    expect(reasons).toEqual(['unreachable'])
    expect(ms).toBeLessThan(1000)
  })

  test('of whose 10 MB no more is taken than a reply may have', async () => {
    const flood = floods(10_000_000)
    open(flood)
    const before = process.memoryUsage().arrayBuffers
    expect(await write()).toBeUndefined()
    // What the sockets between hold.
    expect(flood.sent).toBeLessThan(8_000_000)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000)
  })

  test('is asked a second time when the first fails and there is time', async () => {
    let calls = 0
    open((response, call) =>
      ++calls === 1 ? send(response, {}, 503) : send(response, replyTo(call, { text: sentence })),
    )
    expect(await write()).toBe(sentence)
    expect(calls).toBe(2)
  })

  test('is asked once when it says that the request is wrong, or when half of the time is gone', async () => {
    open((response) => send(response, {}, 400))
    expect(await write()).toBeUndefined()
    expect(server.calls).toHaveLength(1)
    open(late(900, (response) => send(response, {}, 503)))
    expect(await write()).toBeUndefined()
    expect(server.calls).toHaveLength(2)
  })

  test('is left alone after three failures, and tried again by one caller after 30 s', async () => {
    let now = 0
    open(
      (response) => send(response, {}, 400),
      () => now,
    )
    for (let i = 0; i < 5; i++) await write()
    expect(reasons).toEqual(['refused', 'refused', 'refused', 'paused', 'paused'])
    expect(server.calls).toHaveLength(3)
    now = 30_000
    await Promise.all([write(), write()])
    expect(server.calls).toHaveLength(4)
    now = 60_000
    server.behave = replies({ text: sentence })
    expect(await write()).toBe(sentence)
    expect(await write()).toBe(sentence)
  })

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('is left alone for as long when the clock is set %s by an hour', async (_, step) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    open((response) => send(response, {}, 400))
    for (let i = 0; i < 3; i++) await write()
    vi.setSystemTime(Date.now() + step)
    vi.advanceTimersByTime(29_000)
    await write()
    expect(server.calls).toHaveLength(3)
    vi.advanceTimersByTime(2_000)
    await write()
    expect(server.calls).toHaveLength(4)
  })

  test('tells of each kind of failure once', async () => {
    open((response) => send(response, {}, 400))
    await write()
    await write()
    server.behave = (response) => send(response, 'no JSON')
    await write()
    expect(faults.map(({ message }) => message)).toEqual([
      'the language model answered 400',
      'the reply of the language model is not JSON',
    ])
  })

  test('is given up with its caller, without counting as a failure', async () => {
    open(hangs)
    for (let i = 0; i < 4; i++) {
      const { value, ms } = await timed(() => write(AbortSignal.timeout(50)))
      expect(value).toBeUndefined()
      expect(ms).toBeLessThan(1000)
    }
    expect(await write(AbortSignal.abort())).toBeUndefined()
    expect(reasons).toEqual(Array(5).fill('aborted'))
    server.behave = replies({ text: sentence })
    expect(await write()).toBe(sentence)
    expect(faults).toEqual([])
  })

  test('that writes what the facts do not say gives nothing, and is still alive', async () => {
    open(replies({ text: 'The way to Lagrin is 13 km long.' }))
    for (let i = 0; i < 5; i++) expect(await write()).toBeUndefined()
    expect(reasons).toEqual(Array(5).fill('unfounded'))
    server.behave = replies({ text: sentence })
    expect(await write()).toBe(sentence)
  })

  test('is not told of names that are links, markup or amounts', async () => {
    open(replies({ text: 'It is 12.4 km.' }))
    const values = {
      distance: '12.4 km',
      origin: 'Pay at http://evil.example',
      destination: '<b>Bar</b>',
    }
    const names = { main_roads: '5 km', via: 'Route 66' }
    await model.summarise({ subject: 'route', values, names }, { language: 'en-US' })
    expect(server.calls[0]!.body.data.facts).toEqual({ distance: '12.4 km', via: 'Route 66' })
  })
})
