import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { truth } from '../../../demo-island/index.ts'
import { findAndRoute } from '../../../functions/routing/find-and-route/contract.ts'
import { optimize } from '../../../functions/routing/optimize/contract.ts'
import { route } from '../../../functions/routing/route/contract.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'
import {
  drips,
  floods,
  hangs,
  type ModelBehaviour,
  type ModelCall,
  type ModelServer,
  modelServer,
  replyTo,
  send,
} from '../../fixtures/model-server.ts'

/** A model that writes with the given facts. */
const writes =
  (text: (facts: Record<string, string>) => string): ModelBehaviour =>
  (response, call) =>
    send(response, replyTo(call, { text: text(factsOf(call)) }))

const factsOf = ({ body }: ModelCall) => body.data.facts as Record<string, string>

const origin = { lat: 46.413945, lon: -28.435479 }
const destination = { lat: 46.436097, lon: -28.418836 }
const stops = truth.routable.slice(0, 5)

const requests: [string, { id: string }, Record<string, unknown>][] = [
  ['route', route, { locations: [origin, destination] }],
  ['optimize', optimize, { locations: stops }],
  ['find-and-route', findAndRoute, { origin, destination: 'Museum Tschierv' }],
]

let server: ModelServer
let caller: Awaited<ReturnType<typeof newCaller>>
beforeAll(async () => {
  server = await modelServer()
  vi.stubEnv('CAIRN_MODEL', 'openai:a-model')
  vi.stubEnv('CAIRN_MODEL_URL', server.url)
  caller = await newCaller(1_000_000_000)
  for (const [, operation] of requests) await (await handlerOf(operation)).warm()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
})
beforeEach(() => {
  server.calls.length = 0
})

async function ask(operation: { id: string }, body: Record<string, unknown>) {
  const startedAt = performance.now()
  const response = await (await handlerOf(operation))(proxyEvent({ caller, body }))
  const ms = performance.now() - startedAt
  return { ...response, headers: response.headers ?? {}, json: JSON.parse(response.body), ms }
}

describe.each(requests)('the narrative of %s', (_, operation, request) => {
  const narrated = { ...request, narrative: true }

  test('is the text of the model with its units, at the top level and in the route', async () => {
    server.behave = writes(({ distance, duration }) => `It is ${distance} and takes ${duration}.`)
    const { statusCode, headers, json } = await ask(operation, narrated)
    expect(statusCode).toBe(200)
    const [call] = server.calls
    const { distance, duration } = factsOf(call!)
    expect(json.narrative).toBe(`It is ${distance} and takes ${duration}.`)
    expect(json.route.narrative).toBe(json.narrative)
    expect([json.narrative_units, json.route.narrative_units]).toEqual(['kilometers', 'kilometers'])
    expect(headers).not.toHaveProperty('x-warnings')
    expect(headers['server-timing']).toMatch(/narrative;dur=/)
  })

  test('is written in the language and the units of the request', async () => {
    server.behave = writes(({ distance }) => `Es sind ${distance}.`)
    const body = { ...narrated, language: 'de', units: 'miles' }
    const { json } = await ask(operation, body)
    expect(server.calls[0]!.body.data).toMatchObject({ language: 'de-DE' })
    expect(json.narrative).toMatch(/^Es sind [\d.,]+ (?:mi|ft)\.$/)
    expect([json.narrative_units, json.route.narrative_units]).toEqual(['miles', 'miles'])
  })

  test('is in both places of GeoJSON too', async () => {
    server.behave = writes(({ distance }) => `It is ${distance}.`)
    const { json } = await ask(operation, { ...narrated, format: 'geojson' })
    expect(json.narrative).toMatch(/^It is /)
    expect(json.features[0].properties.narrative).toBe(json.narrative)
  })

  test('is not requested from the model unless the caller wants it', async () => {
    const { json } = await ask(operation, request)
    expect(server.calls).toHaveLength(0)
    expect(json).not.toHaveProperty('narrative')
  })
})

describe('a route whose narrative fails', () => {
  const body = { locations: [origin, destination] }
  const narrated = { ...body, narrative: true }
  const warning = (why: string) => `narrative left out: the language model ${why}`

  const faults: [string, ModelBehaviour, string][] = [
    ['has another number', writes(() => 'It is 99 km.'), 'said what the answer does not'],
    ['has a strange name', writes((facts) => `It is ${facts.distance} to Paris.`), 'said what'],
    ['has a link', writes((facts) => `It is ${facts.distance}, see evil.example.`), 'said what'],
    ['never comes', hangs, 'took too long'],
    ['is a flood', floods(10_000_000), 'answered with something else'],
    ['drips', drips, 'took too long'],
    ['is an error', (response) => send(response, {}, 500), 'left alone|answered with an error'],
  ]

  test('equals the route without a narrative, is charged once, and takes at most 2 s longer', async () => {
    const plain = await ask(route, body)
    for (const [name, behave, why] of faults) {
      server.behave = behave
      const answer = await ask(route, narrated)
      const { warnings, ...json } = answer.json
      expect(json, name).toEqual(plain.json)
      expect(warnings.join(), name).toMatch(new RegExp(warning(`(?:.*)(?:${why})`)))
      expect(answer.headers['x-charged']).toBe('0.0007')
      expect(answer.headers['x-warnings'], name).toMatch(new RegExp(warning(`(?:.*)(?:${why})`)))
      expect(answer.ms - plain.ms, name).toBeLessThan(2000)
    }
  })
})
