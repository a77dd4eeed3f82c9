import { beforeAll, describe, expect, test } from 'vitest'
import {
  answerQuery,
  type Facts,
  type LanguageModel,
  type QueryBackend,
  type QueryContext,
  type Reading,
} from '#language'
import { type Intent, intents } from '#language/schemas'
import type { Gazetteer } from '#places/gazetteer'
import { unavailable } from '#platform/errors'
import { gazetteerOf } from '../places/search/small-gazetteer.ts'
import { madeUpPlaces, named, positions } from './resolve/made-up-places.ts'

let gazetteer: Gazetteer
beforeAll(async () => {
  gazetteer = await gazetteerOf(madeUpPlaces)
})

const route = {
  route: {
    distance_meters: 61_000,
    duration_seconds: 3_600,
    terrain: null,
    waypoints: [],
    flags: { has_toll: false, has_highway: false, has_ferry: false },
  },
}

function backendsWith(backend: Partial<QueryBackend>, called: unknown[] = []) {
  const answer = async (parameters: Record<string, unknown>) => {
    called.push(parameters)
    return route
  }
  const backends = intents.map((intent) => [intent, { price: () => 700, answer, ...backend }])
  return Object.fromEntries(backends) as Record<Intent, QueryBackend>
}

async function ask(query: string, more: Partial<QueryContext> = {}, context = {}) {
  const run = { gazetteer, backends: backendsWith({}), requirePrice: () => {}, warn: () => {} }
  return answerQuery({ query, context }, { ...run, ...more })
}

/** A model with counted calls. */
function modelWith({ reading, text }: { reading?: Reading; text?: string }) {
  const asked: string[] = []
  const written: Facts[] = []
  const model: LanguageModel = {
    extract: async (query) => {
      asked.push(query)
      return reading
    },
    summarise: async (facts) => {
      written.push(facts)
      return text
    },
  }
  return { model, asked, written }
}

const toBorden: Reading = {
  language: 'en',
  intent: 'route',
  slots: {
    places: [named('Ashby', 'origin'), named('Borden', 'destination')],
    otherPlaces: [],
  },
}

describe('without a model', () => {
  test('a query is answered by its operation', async () => {
    const called: unknown[] = []
    const answer = await ask('Drive from Ashby to Borden', { backends: backendsWith({}, called) })
    expect(answer).toMatchObject({
      intent: 'route',
      parameters: { locations: [positions.ashby, positions.borden], travel: 'auto' },
      result: route,
    })
    expect(called).toEqual([answer.parameters])
  })

  test('an answer that cannot be paid for is not computed', async () => {
    const called: unknown[] = []
    const requirePrice = () => {
      throw new Error('too poor')
    }
    const backends = backendsWith({}, called)
    await expect(ask('Drive from Ashby to Borden', { backends, requirePrice })).rejects.toThrow(
      'too poor',
    )
    expect(called).toEqual([])
  })

  test('errors of the operation are passed on', async () => {
    const answer = () => Promise.reject(unavailable(new Error('gone'), 'The engine is gone.'))
    const asked = ask('Drive from Ashby to Borden', { backends: backendsWith({ answer }) })
    await expect(asked).rejects.toMatchObject({ status: 503, message: 'The engine is gone.' })
  })
})

test('a refused query gets suggestions with towns of the region, and never a kind of place for one', async () => {
  const error = await ask('Where is the nearest pharmacy?').catch((error) => error)
  const { suggestions } = error.fields
  expect(suggestions.length).toBeGreaterThan(1)
  const towns = madeUpPlaces.filter(({ type }) => type === 'locality').map(({ name }) => name)
  for (const suggestion of suggestions) {
    expect(towns.some((town) => suggestion.includes(town))).toBe(true)
    expect(suggestion).not.toMatch(/(from|near|to) pharmacy/)
  }
})

describe('with a model', () => {
  test('it is not asked to read what the rules read', async () => {
    const { model, asked } = modelWith({ reading: toBorden })
    await ask('Drive from Ashby to Borden', { model })
    expect(asked).toEqual([])
  })

  test.each(['Ashby Borden please thanks', 'Drive from Ashby to Zwyxelburg'])(
    'it reads %s',
    async (query) => {
      const { model, asked } = modelWith({ reading: toBorden })
      const { parameters } = await ask(query, { model })
      expect(asked).toEqual([query])
      expect(parameters.locations).toEqual([positions.ashby, positions.borden])
    },
  )

  test('its places go through the geocoder, too', async () => {
    const places = [named('Zwyxelburg', 'origin'), named('Borden', 'destination')]
    const reading = { ...toBorden, slots: { places, otherPlaces: [] } } as Reading
    const asked = ask('Drive from Ashby to Yxyzelheim', { model: modelWith({ reading }).model })
    await expect(asked).rejects.toMatchObject({
      code: 'geocode_failed',
      fields: { partial: { unresolved_locations: [{ text: 'Yxyzelheim' }] } },
    })
  })

  test.each(['When does Old Mill open?', 'Where is the nearest pharmacy?'])(
    'the refusal of %s stands',
    async (query) => {
      const { model, asked } = modelWith({ reading: toBorden })
      await expect(ask(query, { model })).rejects.toMatchObject({ code: 'ambiguous_query' })
      expect(asked).toEqual([])
    },
  )

  test('it writes the summary from the facts of the result', async () => {
    const { model, written } = modelWith({ text: 'An hour.' })
    const { summary } = await ask('Drive from Ashby to Borden', { model })
    expect(summary).toBe('An hour.')
    expect(written).toEqual([
      {
        subject: 'route',
        values: {
          from: 'Ashby',
          to: 'Borden',
          travel: 'by car',
          distance: '61 km',
          duration: '1 hour',
        },
        names: { places: 'Ashby, Borden' },
      },
    ])
  })

  test('without its text the summary is that of the rules', async () => {
    const plain = await ask('Drive from Ashby to Borden')
    const { model } = modelWith({})
    expect((await ask('Drive from Ashby to Borden', { model })).summary).toBe(plain.summary)
  })
})
