import { beforeAll, describe, expect, test } from 'vitest'
import { type Intent, readerLanguages } from '#language/reader'
import { type AnsweredPlace, collectFacts, summarise } from '#language/summary'
import type { RunContext } from '#platform/api'
import { operations } from '../../../functions/operations.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

const museum = { lat: 46.447456, lon: -28.410848 }
const lake = { lat: 46.413945, lon: -28.435479 }
const pass = { lat: 46.436097, lon: -28.418836 }
const named = (name: string, position: typeof lake): AnsweredPlace => ({
  role: 'stop',
  text: name,
  name,
  position,
})
const places = [named('Lai', lake), named('Museum Tschierv', museum), named('Pass', pass)]

/** A request to each backend, as its own operation takes it. */
const requests: Record<Intent, { path: string; parameters: Record<string, unknown> }> = {
  route: {
    path: '/v1/routing/route',
    parameters: { locations: [lake, museum], travel: 'bicycle' },
  },
  optimize: {
    path: '/v1/routing/optimize',
    parameters: { locations: [lake, museum, pass, lake] },
  },
  isochrone: {
    path: '/v1/routing/isochrone',
    parameters: { locations: [museum], contours: [{ time: 15 }, { distance: 2.5 }] },
  },
  elevation: { path: '/v1/routing/elevation', parameters: { shape: [lake, museum] } },
  matrix: {
    path: '/v1/routing/matrix',
    parameters: { sources: [lake], targets: [museum, pass], travel: 'pedestrian' },
  },
  geocode: { path: '/v1/geocoding/search', parameters: { text: 'Musuem Tschierv, Pradetta' } },
  reverse_geocode: { path: '/v1/geocoding/reverse', parameters: { ...museum } },
}

const cases = Object.entries(requests) as [Intent, (typeof requests)[Intent]][]

describe.each(cases)('a real answer of %s', (intent, { path, parameters }) => {
  let result: unknown

  beforeAll(async () => {
    await newCaller()
    const handler = await handlerOf(operations.find((operation) => operation.path === path)!)
    const context = {
      warn: () => {},
      timed: (_stage: string, work: () => unknown) => work(),
      signal: new AbortController().signal,
      caller: { accountId: 'a' },
      requireBalance: () => {},
    }
    result = await handler.answer(parameters, context as unknown as RunContext)
  })

  test.each(readerLanguages)('is said in %s in both units', (language) => {
    const own = intent === 'geocode' || intent === 'reverse_geocode' ? [] : places
    for (const units of ['kilometers', 'miles'] as const) {
      const answered = { language, units, intent, parameters, result, places: own }
      const text = summarise(answered)
      expect(text).toMatch(/^\p{Lu}.*\d.*\.$/su)
      expect(text).toMatch(/Museum Tschierv/)
      expect(text).not.toMatch(/[{}]|undefined|NaN/)
      for (const value of Object.values(collectFacts(answered).values)) expect(value).not.toBe('')
    }
  })
})
