import type { Gazetteer } from '../../../lib/gazetteer/gazetteer.ts'
import type { Place } from '../../../lib/gazetteer/place.ts'
import { allPlaces } from '../../fixtures/places.ts'
import { namesOf, plain } from './judge.ts'

/** The fewest letters of a name that must be found when mistyped. */
const fewestLetters = 5

/** Places with a name of five letters or more, one for each name, in order of importance. */
export async function namedPlaces(gazetteer: Gazetteer): Promise<Place[]> {
  const seen = new Set<string>()
  return (await allPlaces(gazetteer)).filter(({ name, intersection }) => {
    const key = plain(name)
    const letters = key.match(/\p{L}/gu)?.length ?? 0
    if (intersection || letters < fewestLetters || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** At most so many of a list, evenly spread over it. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!)
}

/** Whether one of the places goes by this name; blanks do not count. */
export function isAmong(name: string, places: readonly { place: Place }[]): boolean {
  const joined = (text: string) => text.replaceAll(' ', '')
  const wanted = joined(plain(name))
  return places.some(({ place }) => namesOf(place).some((other) => joined(other) === wanted))
}
