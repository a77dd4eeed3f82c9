import { findCategoriesByName } from '#places/categories'
import { plain } from '../../sets/judge.ts'
import { type MappedPlace, mappedPlaces } from '../mapped-places.ts'
import type { RegionData } from '../regions.ts'
import { isRightPlace } from '../right-place.ts'
import { caseShare } from '../shares.ts'
import { statedTownOf } from '../stated-addresses.ts'
import { variations } from '../variations.ts'
import { withFarTown } from '../world.ts'
import { type CalibrationQuery, chanceOf, type DrawOptions, drawn } from './calibration-query.ts'

const minLetters = 4

/** Towns, streets and venues of the map in all variations of their name, alone and with where they are. */
export function placeQueries(
  { extract, addresses }: RegionData,
  { seed, max, farTowns }: DrawOptions,
): CalibrationQuery[] {
  const queries: CalibrationQuery[] = []
  const townOfStreet = new Map(addresses.map(({ street, town }) => [plain(street), town]))
  const whereOf = ({ kind, name, tags }: MappedPlace): string | undefined => {
    if (kind === 'street') return townOfStreet.get(plain(name))
    return kind === 'venue' ? (statedTownOf(tags) ?? tags['addr:street']) : undefined
  }
  /** Of several streets of the name, the one whose houses state the town. */
  const inTown = (place: MappedPlace, where: string): MappedPlace =>
    place.kind === 'street' ? { ...place, points: housesOf(addresses, place.name, where) } : place
  const places = askable(mappedPlaces(extract))
  for (const kind of ['town', 'street', 'venue'] as const) {
    const named = places.filter((place) => place.kind === kind)
    const ask = (
      variation: string,
      make: (
        place: MappedPlace,
        chance: () => number,
      ) => Omit<CalibrationQuery, 'group' | 'about'> | undefined,
    ) => {
      const group = `${kind} ${variation}`
      const sample = drawn(named, max, ({ name }) => caseShare(String(seed), group, name))
      for (const place of sample) {
        const query = make(place, chanceOf(seed, group, place.name))
        if (query) queries.push({ ...query, group, about: place.name })
      }
    }
    for (const [variation, vary] of Object.entries(variations)) {
      ask(variation, (place, chance) => {
        const text = vary(place.name, chance)
        const typed = variation === 'dropped word' ? text : undefined
        return text === undefined || findCategoriesByName(plain(text)).length > 0
          ? undefined
          : {
              text,
              isRight: (found) => isRightPlace(place, found, { typed }),
              // `xyzzy Encamp` and `Encamp xyzzy` may be anything in Encamp.
              ...(isWithin(kind, variation) && { asksWithin: true }),
            }
      })
    }
    ask('with where', (place) => {
      const where = whereOf(place)
      return where === undefined
        ? undefined
        : {
            text: `${place.name}, ${where}`,
            isRight: (found) => isRightPlace(inTown(place, where), found, { near: true }),
          }
    })
    ask('far town', (place, chance) => ({
      text: withFarTown(place.name, farTowns, chance),
    }))
  }
  return queries
}

function isWithin(kind: MappedPlace['kind'], variation: string): boolean {
  return kind !== 'town' || variation.startsWith('unknown word')
}

/** One of each name and kind; no name that is only a category. */
export function askable(places: readonly MappedPlace[]): MappedPlace[] {
  const byName = new Map<string, MappedPlace>()
  for (const place of places) {
    const key = plain(place.name)
    const letters = key.match(/\p{L}/gu)?.length ?? 0
    if (letters < minLetters || findCategoriesByName(key).length > 0) continue
    if (!byName.has(`${place.kind}\n${key}`)) byName.set(`${place.kind}\n${key}`, place)
  }
  return [...byName.values()]
}

function housesOf(
  addresses: RegionData['addresses'],
  name: string,
  where: string,
): RegionData['addresses'] {
  return addresses.filter(({ street, town }) => plain(street) === plain(name) && town === where)
}
