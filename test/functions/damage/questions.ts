import type { APIGatewayProxyResult } from 'aws-lambda'
import { vi } from 'vitest'
import { truth } from '../../../demo-island/index.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { newCaller } from '../../fixtures/handler.ts'

const { from, to } = truth.lakesideRoad
const { portSerrin } = truth.towns
const [house] = truth.addresses

/** One question to each function: together they read every file. */
const questions = {
  /** An isochrone without the index of places. */
  bare: { body: { locations: [from], contours: [{ time: 5 }], include_places: false } },
  'routing/route': { body: { locations: [from, to] } },
  'routing/elevation': { body: { shape: [truth.peak, from, to, portSerrin] } },
  'geocoding/search': {
    method: 'GET',
    query: { text: [`${house!.street} ${house!.number}, ${house!.city}`] },
  },
  predict: {
    body: {
      profile: 'dementia_alzheimers',
      area: { type: 'circle', center: { lat: from.lat, lng: from.lon }, radius_m: 200 },
      params: { datetime: '2026-03-14T16:30:00+01:00', age_years: 78, disableWeather: true },
    },
  },
  'routing/isochrone': { body: { locations: [from], contours: [{ time: 5 }] } },
} as const

export type Question = keyof typeof questions
export const asked = Object.keys(questions).filter((name) => name !== 'bare') as Question[]

export interface Answer {
  status: number
  charged: string
  body: string
  warnings: string | undefined
}

type Handler = (event: ReturnType<typeof proxyEvent>) => Promise<APIGatewayProxyResult>

/** A process with all the functions. */
export class Process {
  readonly #handlers: ReadonlyMap<Question, Handler>
  readonly #caller: Awaited<ReturnType<typeof newCaller>>

  constructor(handlers: ReadonlyMap<Question, Handler>, caller: Process['caller']) {
    this.#handlers = handlers
    this.#caller = caller
  }

  get caller(): Awaited<ReturnType<typeof newCaller>> {
    return this.#caller
  }

  async ask(question: Question): Promise<Answer> {
    const caller = { ...this.#caller, grants: ['predict'] }
    const event = proxyEvent({ ...structuredClone(questions[question]), caller } as never)
    const handler = this.#handlers.get(question === 'bare' ? 'routing/isochrone' : question)!
    const { statusCode, headers, body } = await handler(event)
    const { warnings: _, ...answer } = JSON.parse(body)
    // The only figure of an answer that differs every time.
    const same = JSON.stringify(answer).replace(
      /"processing_time_ms":[\d.]+/,
      '"processing_time_ms":0',
    )
    return {
      status: statusCode,
      charged: String(headers?.['x-charged']),
      body: same,
      warnings: headers?.['x-warnings'] as string | undefined,
    }
  }

  async askAll(): Promise<Map<Question, Answer>> {
    const answers = new Map<Question, Answer>()
    for (const question of asked) answers.set(question, await this.ask(question))
    return answers
  }
}

/** Modules that keep nothing of a build beyond the knowledge of a new process: loaded once, for speed. */
const kept = [
  ...[
    'platform/accounts',
    'platform/api',
    'ground/dataset',
    'platform/errors',
    'ground/geo',
    'places/search',
    'prediction',
    'routing/operations',
    'platform/storage',
  ].map((module) => `../../../lib/${module}/index.ts`),
  ...['routing/route', 'routing/elevation', 'routing/isochrone', 'geocoding/search', 'predict'].map(
    (id) => `../../../functions/${id}/contract.ts`,
  ),
  '../../../functions/predict/prediction-weather.ts',
]

/**
 * Makes processes that are new except for the modules above: everything that follows and opens a build is loaded again,
 * with its caches. The engine cannot be unloaded. It identifies a file by the verified part.
 */
export async function processes(): Promise<() => Promise<Process>> {
  const caller = await newCaller(1_000_000_000)
  for (const path of kept) {
    const module = await import(/* @vite-ignore */ path)
    vi.doMock(path, () => module)
  }
  return async () => {
    vi.resetModules()
    const handlers = new Map<Question, Handler>([
      ['routing/route', (await import('../../../functions/routing/route/handler.ts')).handler],
      [
        'routing/elevation',
        (await import('../../../functions/routing/elevation/handler.ts')).handler,
      ],
      [
        'geocoding/search',
        (await import('../../../functions/geocoding/search/handler.ts')).handler,
      ],
      ['predict', (await import('../../../functions/predict/handler.ts')).handler],
      [
        'routing/isochrone',
        (await import('../../../functions/routing/isochrone/handler.ts')).handler,
      ],
    ])
    return new Process(handlers, caller)
  }
}
