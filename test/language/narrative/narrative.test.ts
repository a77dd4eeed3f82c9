import { describe, expect, test } from 'vitest'
import type { Facts, ModelAbsence, Writer } from '#language/model'
import { type NarratedAnswer, routeFacts, withNarrative } from '#language/narrative'

const step = (name: string, distance_meters: number) => ({ street_names: [name], distance_meters })

const route = {
  waypoints: [{}, {}, {}],
  legs: [
    { steps: [step('Strada dal Lai', 6000), step('Via Pegna', 800)] },
    { steps: [step('Strada dal Lai', 2000), step('S1', 3600)] },
  ],
  distance_meters: 12_400,
  duration_seconds: 5100,
  flags: { has_toll: true, has_ferry: false, has_highway: false },
  terrain: {
    total_ascent_meters: 350,
    total_descent_meters: 12,
    max_elevation_meters: 1203,
    difficulty: 'hilly',
  },
  units: 'kilometers',
} as unknown as NarratedAnswer['route']

const request = { language: 'en-US', travel: 'auto', narrative: true }

/** A model that gives this text, or this reason for none. */
function writerOf(text: string | undefined, reason?: ModelAbsence): Writer & { asked: Facts[] } {
  const asked: Facts[] = []
  return {
    asked,
    summarise: async (facts, { onAbsence }) => {
      asked.push(facts)
      if (reason) onAbsence?.(reason)
      return text
    },
  }
}

async function narrate(writer: Writer | undefined, wanted: object = {}) {
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const answer = await withNarrative(
    'route',
    { route },
    { ...request, ...wanted },
    { writer, warn },
  )
  return { answer, warnings }
}

describe('the facts of a narrative', () => {
  test('are those of the answer, roads by their share of the way', () => {
    expect(routeFacts('route', { route }, request)).toEqual({
      subject: 'route',
      values: {
        travel: 'auto',
        distance: '12.4 km',
        duration: '1 hr, 25 min',
        stops: '1',
        ascent: '350 m',
        descent: '12 m',
        highest_point: '1,203 m',
        difficulty: 'hilly',
        tolls: 'yes',
      },
      names: { main_roads: 'Strada dal Lai, S1' },
    })
  })

  test('have the units and the figures of the request', () => {
    const miles = { ...route, units: 'miles' as const }
    const { values } = routeFacts('route', { route: miles }, { ...request, language: 'de-DE' })
    expect(values).toMatchObject({
      distance: '7,7 mi',
      ascent: '1.148 ft',
      duration: '1 Std., 25 Min.',
    })
  })

  test('have names of origin and destination, and what an order saves', () => {
    const savings = {
      distance_saved_meters: 3210,
      time_saved_seconds: 600,
      time_saved_percent: 12.34,
    }
    const names = { origin: { name: 'Lagrin' }, destination: { name: 'Museum Tschierv' } }
    const facts = routeFacts('route', { route, savings, ...names }, request)
    expect(facts.names).toMatchObject({ origin: 'Lagrin', destination: 'Museum Tschierv' })
    expect(facts.values).toMatchObject({
      stops: '3',
      time_saved: '10 min',
      time_saved_share: '12%',
      distance_saved: '3.2 km',
    })
    const nothing = { ...savings, time_saved_seconds: 0, time_saved_percent: 0 }
    const { values } = routeFacts('route', { route, savings: nothing }, request)
    expect(values).not.toHaveProperty('time_saved')
  })

  test('round short ways to 10 m or feet, and short times to a minute', () => {
    const short = { ...route, distance_meters: 612, duration_seconds: 12, terrain: null }
    expect(routeFacts('route', { route: short }, request).values).toMatchObject({
      distance: '610 m',
      duration: '1 min',
    })
    const whole = { ...short, distance_meters: 996, duration_seconds: 7200 }
    expect(routeFacts('route', { route: whole }, request).values).toMatchObject({
      distance: '1 km',
      duration: '2 hr',
    })
  })
})

describe('a narrative', () => {
  test('stands in the answer and in its route', async () => {
    const { answer, warnings } = await narrate(writerOf('It is 12.4 km.'))
    const added = { narrative: 'It is 12.4 km.', narrative_units: 'kilometers' }
    expect(answer).toEqual({ route: { ...route, ...added }, ...added })
    expect(warnings).toEqual([])
  })

  test('is left out without a model, with a warning', async () => {
    const { answer, warnings } = await narrate(undefined)
    expect(answer).toEqual({ route })
    expect(warnings).toEqual(['narrative left out: no language model is configured'])
  })

  test('that nobody wants is not asked for', async () => {
    const writer = writerOf('It is 12.4 km.')
    expect(await narrate(writer, { narrative: false })).toEqual({ answer: { route }, warnings: [] })
    expect(writer.asked).toEqual([])
  })

  test.each([
    ['slow', 'the language model took too long'],
    ['unreachable', 'the language model cannot be reached'],
    ['refused', 'the language model answered with an error'],
    ['malformed', 'the language model answered with something else'],
    ['paused', 'the language model failed several times and is left alone for a while'],
    ['unfounded', 'the language model said what the answer does not'],
  ] as const)('that is absent says why: %s', async (reason, why) => {
    const { answer, warnings } = await narrate(writerOf(undefined, reason))
    expect(answer).toEqual({ route })
    expect(warnings).toEqual([`narrative left out: ${why}`])
  })
})
