import type { Gazetteer, Place } from '#places/gazetteer'
import { allPlaces } from '../../../fixtures/places.ts'
import { namesOf, plain } from './judge.ts'

/** Shorter names need not be found when mistyped. */
const minLetters = 5

/** Places with a name of five letters or more, one for each name, in order of importance. */
export async function namedPlaces(gazetteer: Gazetteer): Promise<Place[]> {
  const seen = new Set<string>()
  return (await allPlaces(gazetteer)).filter(({ name, intersection }) => {
    const key = plain(name)
    const letters = key.match(/\p{L}/gu)?.length ?? 0
    if (intersection || letters < minLetters || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** At most `max` items, evenly spread over the list. */
export function spread<T>(list: readonly T[], max: number): T[] {
  if (list.length <= max) return [...list]
  return Array.from({ length: max }, (_, i) => list[Math.floor((i * list.length) / max)]!)
}

/** Whether a place has this name; blanks do not count. */
export function isAmong(name: string, places: readonly { place: Place }[]): boolean {
  const joined = (text: string) => text.replaceAll(' ', '')
  const wanted = joined(plain(name))
  return places.some(({ place }) => namesOf(place).some((other) => joined(other) === wanted))
}
