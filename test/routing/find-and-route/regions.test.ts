import { beforeAll, describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import type { Gazetteer, Place } from '#places/gazetteer'
import type { SearchResult } from '#places/search'
import { renderPlaces, search } from '#places/search'
import type { RenderedPlace } from '#places/search/schemas'
import { ApiError } from '#platform/errors'
import type { FindAndRouteResponse } from '#routing/find-and-route/schemas'
import { describeOnAndorra } from '../../fixtures/andorra.ts'
import { quiet } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { cases } from '../../setup/suite.ts'
import { ask, builtRegion, type Region } from './ask.ts'

const kinds = ['pharmacy', 'bakery', 'restaurant', 'hotel', 'school', 'church']

interface Query {
  origin: { lat: number; lon: number }
  destination: string
}

/** Returns random queries for places: name, part of a name, name and town, with a typo or an unknown word; category. */
async function queriesOf({ gazetteer }: Region, count: number): Promise<Query[]> {
  const random = seeded(15)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const randomPlace = async () => {
    const [place] = await gazetteer.places([Math.floor(random() * gazetteer.count)])
    return place!
  }
  const queries: Query[] = []
  while (queries.length < count) {
    const { lat, lon } = await randomPlace()
    const place = await randomPlace()
    const variants: ((place: Place) => string | undefined)[] = [
      ({ name }) => name,
      ({ name }) => name.split(' ')[0],
      ({ name }) => name.split(' ').at(-1),
      ({ name, parents }) => `${name}, ${parents[0]?.name}`,
      ({ name, houseCount }) =>
        houseCount > 0 ? `${name} ${1 + Math.floor(30 * random())}` : name,
      ({ name }) => `${name.slice(0, 3)}${pick([...'aeimnrst'])}${name.slice(4)}`,
      ({ parents }) => parents[0]?.name,
      ({ parents }) => `${pick(kinds)} in ${parents[0]?.name}`,
      () => pick(kinds),
    ]
    const destination = pick(variants)(place)?.trim()
    if (destination) queries.push({ origin: { lat, lon }, destination })
  }
  for (let i = 0; i < count / 10; i++) {
    const { lat, lon } = await randomPlace()
    const { name, parents } = await randomPlace()
    queries.push({ origin: { lat, lon }, destination: `${name} qxzzv ${parents[0]?.name}` })
  }
  return queries
}

/** Returns the answer; undefined when a place is not found or not reachable. */
async function answerTo(region: Region, query: Query) {
  return ask(region, { ...query, travel: 'pedestrian' }).catch((error) => {
    if (error instanceof ApiError && error.status === 422) return undefined
    throw error
  })
}

interface Found {
  result: SearchResult
  place: RenderedPlace
}

async function searched({ gazetteer }: Region, { origin, destination }: Query): Promise<Found[]> {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  const focus = { lat: round(origin.lat), lon: round(origin.lon) }
  const query = { text: destination, size: 20, focus }
  const results = await search(gazetteer, query, quiet)
  const places = renderPlaces(results)
  return results.map((result, i) => ({ result, place: places[i]! }))
}

const nameOf = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Rules of the contract: each decides whether a result is excluded, given the match and earlier alternatives. */
const rules: Record<
  string,
  (
    found: Found,
    match: Found,
    earlier: readonly RenderedPlace[],
    around: ReadonlySet<number>,
  ) => boolean
> = {
  'another country': ({ place }, match) => place.country_code !== match.place.country_code,
  'a confidence under 0.6': ({ place }) => place.confidence < 0.6,
  'under half the confidence of the match': ({ place }, match) =>
    place.confidence < match.place.confidence / 2,
  'an area around the match': ({ result }, _, __, around) => around.has(result.place.docId),
  'the label of another': ({ place }, match, earlier) =>
    [match.place, ...earlier].some(({ label }) => nameOf(label) === nameOf(place.label)),
  'the road of another': ({ place }, match, earlier) => {
    if (place.place_type !== 'street' && place.place_type !== 'address') return false
    const road = ({ street, place_type, name }: RenderedPlace) =>
      street ?? (place_type === 'street' ? name : undefined)
    return [match.place, ...earlier].some((other) => {
      const [a, b] = [road(place), road(other)]
      if (!a || !b || nameOf(a) !== nameOf(b)) return false
      if (place.locality && other.locality) return place.locality === other.locality
      const [from, to] = [place, other].map(({ coordinates: { lat, lng } }) => ({ lat, lon: lng }))
      return distanceMeters(from!, to!) <= 2_000
    })
  },
}

async function areasAround(gazetteer: Gazetteer, { result }: Found): Promise<Set<number>> {
  const drawn = await gazetteer.containing(result.at)
  return new Set([...drawn, ...result.place.parents].map(({ docId }) => docId))
}

const suites = [
  ['demo', describe, ['a confidence under 0.6']],
  [
    'andorra',
    describeOnAndorra,
    [
      'a confidence under 0.6',
      'another country',
      'an area around the match',
      'the label of another',
      'the road of another',
    ],
  ],
] as const

for (const [name, describeRegion, exercised] of suites) {
  describeRegion(`on ${name}`, () => {
    const count = cases({ quick: 300, full: 1_000 })
    let gazetteer: Gazetteer
    const answered: { text: string; answer: FindAndRouteResponse; found: Found[] }[] = []
    beforeAll(async () => {
      const region = await builtRegion(name)
      gazetteer = region.gazetteer
      for (const query of await queriesOf(region, count)) {
        const { answer } = (await answerTo(region, query)) ?? {}
        if (!answer) continue
        answered.push({ text: query.destination, answer, found: await searched(region, query) })
      }
    }, 180_000)

    test('the destination is the first result of the search around the origin', () => {
      expect(answered.length).toBeGreaterThan(count / 2)
      for (const { text, answer, found } of answered) {
        expect(answer.destination, text).toEqual(found[0]!.place)
      }
    })

    test('alternatives are the first three other results that no rule excludes', async () => {
      const excludedAlone = new Map<string, number>()
      let given = 0
      for (const { text, answer, found } of answered) {
        const [match, ...others] = found
        const around = await areasAround(gazetteer, match!)
        const expected: RenderedPlace[] = []
        for (const other of others) {
          if (expected.length === 3) break
          const broken = Object.keys(rules).filter((rule) =>
            rules[rule]!(other, match!, expected, around),
          )
          if (broken.length === 0) expected.push(other.place)
          if (broken.length === 1)
            excludedAlone.set(broken[0]!, 1 + (excludedAlone.get(broken[0]!) ?? 0))
        }
        given += expected.length
        expect(answer.alternatives, text).toEqual(expected.length > 0 ? expected : undefined)
      }
      expect(given).toBeGreaterThan(count / 4)
      // Each rule must exclude a result alone at least once, or it is untested.
      expect([...excludedAlone.keys()]).toEqual(expect.arrayContaining([...exercised]))
    })
  })
}
