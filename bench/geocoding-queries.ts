import type { LatLon } from '#ground/geo'
import type { Gazetteer, Place } from '#places/gazetteer'
import { autocomplete, findPlaces, reverse, search } from '#places/search'
import { fold } from '#places/text'
import { quiet } from '../test/fixtures/places.ts'
import { slips } from '../test/places/search/sets/operators.ts'

/** A query for the geocoder and the peer. The peer receives the words; the last one is a prefix when `open` is set. */
export interface BenchQuery {
  text: string
  at: LatLon
  /** Absent for queries with typos, which the peer does not tolerate. */
  words?: readonly string[]
  open?: boolean
  /** The peer searches a box around the point. */
  near?: { degrees: number; category?: string }
}

export interface QueryClass {
  label: string
  queries: readonly BenchQuery[]
  ask(gazetteer: Gazetteer, query: BenchQuery): Promise<readonly { place: Place }[]>
}

const size = 10
const category = 'hotel'
const radiusMeters = 2000

const typed: QueryClass['ask'] = (gazetteer, { text }) =>
  autocomplete(gazetteer, { text, size }, quiet)
const entered: QueryClass['ask'] = (gazetteer, { text }) => search(gazetteer, { text, size }, quiet)

/** Creates queries of each class about random places of the index. */
export async function createQueryClasses(
  gazetteer: Gazetteer,
  { count, chance }: { count: number; chance: () => number },
): Promise<QueryClass[]> {
  const drawn = await drawPlaces(gazetteer, count, chance)
  const towns = (place: Place) => place.parents.find(({ type }) => type === 'locality')?.name
  const settled = drawn.filter(towns)
  const beginnings = (min: number, max: number) =>
    drawn.map((place) => {
      const text = fold(place.name)
        .slice(0, min + Math.floor(chance() * (max - min + 1)))
        .trim()
      return { ...makeWordQuery(place, text), open: true }
    })
  const slip = slips['a letter dropped']!
  const numbered = await findNumberedStreets(gazetteer, count, chance)
  return [
    { label: 'beginning, 1 to 3 letters', queries: beginnings(1, 3), ask: typed },
    { label: 'beginning, 5 letters', queries: beginnings(5, 5), ask: typed },
    { label: 'full name', queries: drawn.map((p) => makeWordQuery(p, p.name)), ask: entered },
    {
      label: 'name and town',
      queries: settled.map((p) => makeWordQuery(p, `${p.name} ${towns(p)}`)),
      ask: entered,
    },
    {
      label: 'name, town begun',
      queries: settled.map((p) => ({
        ...makeWordQuery(p, `${p.name} ${fold(towns(p)!).slice(0, 3).trim()}`),
        open: true,
      })),
      ask: typed,
    },
    {
      label: 'name with a typo',
      queries: drawn.flatMap((p) => {
        const text = slip(p.name, chance)
        return text ? [{ text, at: p }] : []
      }),
      ask: entered,
    },
    {
      label: 'address with number',
      queries: numbered.map((p) => ({ text: `${p.name} 7, ${towns(p) ?? ''}`, at: p })),
      ask: entered,
    },
    {
      label: 'reverse',
      queries: drawn.map((p) => ({ text: '', at: p, near: { degrees: 0.003 } })),
      ask: (gaz, { at: { lat, lon } }) =>
        reverse(gaz, { lat, lon, size: 1, radiusMeters: 1000 }, quiet),
    },
    {
      label: `${category} near a point`,
      queries: drawn.map((p) => ({ text: category, at: p, near: { degrees: 0.018, category } })),
      ask: (gaz, { text, at }) =>
        findPlaces(gaz, { query: text, near: at, radiusMeters, size }, quiet),
    },
  ]
}

function makeWordQuery(at: Place, text: string): BenchQuery {
  return { text, at, words: fold(text).split(' ') }
}

/** Draws named places, half of them among the most important. */
function drawPlaces(gazetteer: Gazetteer, count: number, chance: () => number): Promise<Place[]> {
  const docIds = Array.from({ length: 3 * count }, (_, i) =>
    Math.floor(i % 2 ? chance() * gazetteer.count : gazetteer.count ** chance()),
  ).map((docId) => Math.min(docId, gazetteer.count - 1))
  const isMeant = ({ name, type }: Place) => fold(name).length >= 5 && type !== 'country'
  return readFirst(gazetteer, docIds, isMeant, count)
}

function findNumberedStreets(
  gazetteer: Gazetteer,
  count: number,
  chance: () => number,
): Promise<Place[]> {
  const docIds = Array.from({ length: 60 * count }, () => Math.floor(chance() * gazetteer.count))
  const isMeant = ({ type, houseCount }: Place) => type === 'street' && houseCount > 0
  return readFirst(gazetteer, docIds, isMeant, count)
}

/**
 * Reads the first matching places in small batches, so that the measured process does not start with many places in
 * memory.
 */
async function readFirst(
  gazetteer: Gazetteer,
  docIds: readonly number[],
  isMeant: (place: Place) => boolean,
  count: number,
): Promise<Place[]> {
  const drawn: Place[] = []
  for (let from = 0; from < docIds.length && drawn.length < count; from += 100) {
    const places = await gazetteer.places(docIds.slice(from, from + 100))
    drawn.push(...places.filter(isMeant))
  }
  return drawn.slice(0, count)
}
