import { distanceMeters } from '#ground/geo'
import { findKnownName } from '#places/address'
import { findCategoriesByName } from '#places/categories'
import type { SearchResult } from '#places/search'
import { isStopWord } from '#places/text'
import { namesOf, plain } from '../../sets/judge.ts'
import { nonsenseWord } from '../../sets/nonsense.ts'
import { type MappedPlace, mappedPlaces } from '../mapped-places.ts'
import type { RegionData } from '../regions.ts'
import { hasWords, isRightPlace } from '../right-place.ts'
import { caseShare } from '../shares.ts'
import { isDistinct } from '../variations.ts'
import { shortNamesOf, smallTownsOf } from '../world.ts'
import { askable } from './calibration-places.ts'
import { type CalibrationQuery, chanceOf, type DrawOptions, drawn } from './calibration-query.ts'

/** A town of the region is another one from this distance on. */
const otherTownMeters = 5000

const townKinds = /^(city|town|village|hamlet)$/

/**
 * Queries of which a part contradicts what is on the map: a place with another town of the region, a name of
 * no place beside a word for its kind or before a town, a town of the world that is a word in other names or
 * stands before the town, two towns, a small town elsewhere without a comma, a short name of nothing on the map;
 * and the word for a street without its name.
 */
export function contradictedQueries(
  { extract, addresses }: RegionData,
  { seed, max, farTowns }: DrawOptions,
): CalibrationQuery[] {
  const mapped = mappedPlaces(extract)
  const named = askable(mapped)
  const towns = named.filter(({ kind, tags }) => kind === 'town' && townKinds.test(tags.place!))
  const venues = named.filter(({ kind }) => kind === 'venue')
  const pointsByName = Map.groupBy(mapped, ({ name }) => plain(name))
  const queries: CalibrationQuery[] = []
  const ask = <T>(
    group: string,
    things: readonly T[],
    nameOf: (thing: T) => string,
    make: (thing: T, chance: () => number) => Omit<CalibrationQuery, 'group' | 'about'> | undefined,
  ) => {
    const sample = drawn(things, max, (thing) => caseShare(String(seed), group, nameOf(thing)))
    for (const thing of sample) {
      const about = nameOf(thing)
      const query = make(thing, chanceOf(seed, group, about))
      if (query) queries.push({ ...query, group, about })
    }
  }
  /** A town that is far from all points. */
  const otherTown = (points: MappedPlace['points'], chance: () => number) => {
    const others = towns.filter((town) =>
      points.every((point) => distanceMeters(point, town.at) > otherTownMeters),
    )
    return others[Math.floor(chance() * others.length)]?.name
  }

  for (const separator of [', ', ' ']) {
    const group = separator === ' ' ? 'other town without comma' : 'other town'
    for (const kind of ['street', 'venue'] as const) {
      const places = named.filter((place) => place.kind === kind)
      ask(`${kind} ${group}`, places, nameOfPlace, ({ name }, chance) => {
        const town = otherTown(
          pointsByName.get(plain(name))!.flatMap(({ points }) => points),
          chance,
        )
        if (town === undefined) return undefined
        const isRight = (found: SearchResult) =>
          hasWords(found.place, withoutArticles(name)) && isIn(found, town)
        return { text: `${name}${separator}${town}`, asksWithin: true, isRight }
      })
    }
    const unique = [...new Map(addresses.map((a) => [`${a.street} ${a.number}`, a])).values()]
    const nameOfAddress = ({ street, number }: (typeof unique)[number]) => `${street} ${number}`
    ask(`address ${group}`, unique, nameOfAddress, ({ street, number }, chance) => {
      const houses = addresses.filter((other) => plain(other.street) === plain(street))
      const town = otherTown(houses, chance)
      if (town === undefined) return undefined
      const isRight = (found: SearchResult) =>
        hasWords(found.place, withoutArticles(street)) && isIn(found, town)
      return { text: `${street} ${number}${separator}${town}`, asksHouse: true, isRight }
    })
    ask(
      `unknown in town${separator === ' ' ? ' without comma' : ''}`,
      towns,
      nameOfPlace,
      ({ name }, chance) => ({
        text: `${nonsenseWord(chance)}${separator}${name}`,
        asksWithin: true,
      }),
    )
  }

  const smallTowns = smallTownsOf(extract)
  const inSmallTown = (text: string, chance: () => number) => ({
    text: `${text} ${smallTowns[Math.floor(chance() * smallTowns.length)]}`,
  })
  for (const kind of ['street', 'venue'] as const) {
    const places = named.filter((place) => place.kind === kind)
    ask(`${kind} small town without comma`, places, nameOfPlace, ({ name }, chance) =>
      inSmallTown(name, chance),
    )
  }
  ask(
    'address small town without comma',
    addresses,
    ({ street, number }) => `${street} ${number}`,
    ({ street, number }, chance) => inSmallTown(`${street} ${number}`, chance),
  )

  const beforeTown = (text: string, town: string, chance: () => number) => ({
    text: `${text} ${farTowns[Math.floor(chance() * farTowns.length)]} ${town}`,
  })
  ask(
    'address far town before town',
    addresses.filter(({ town }) => town),
    ({ street, number }) => `${street} ${number}`,
    ({ street, number, town }, chance) => beforeTown(`${street} ${number}`, town!, chance),
  )
  ask(
    'street far town before town',
    [...new Map(addresses.map((address) => [address.street, address])).values()].filter(
      ({ town }) => town,
    ),
    ({ street }) => street,
    ({ street, town }, chance) => beforeTown(street, town!, chance),
  )
  ask('two towns', towns, nameOfPlace, ({ name }, chance) => {
    const other = otherTown(
      pointsByName.get(plain(name))!.flatMap(({ points }) => points),
      chance,
    )
    if (other === undefined) return undefined
    const isRight = (found: SearchResult) =>
      hasWords(found.place, withoutArticles(name)) && isIn(found, other)
    return { text: `${name} ${other}`, asksWithin: true, isRight }
  })

  const streets = named.filter(({ kind }) => kind === 'street')
  ask('street only its type', streets, nameOfPlace, (street) => {
    const words = street.name.split(/\s+/).filter((word) => !isDistinct(word))
    if (words.every((word) => isStopWord(plain(word)))) return undefined
    return { text: words.join(' '), isRight: (found) => isRightPlace(street, found) }
  })
  ask('unknown name of a street', streets, nameOfPlace, ({ name }, chance) => {
    const words = name.split(/\s+/)
    if (words.every(isDistinct)) return undefined
    return { text: words.map((w) => (isDistinct(w) ? nonsenseWord(chance) : w)).join(' ') }
  })

  ask(
    'short name',
    shortNamesOf(extract),
    (name) => name,
    (name) => ({ text: name }),
  )

  ask('venue another of its kind', venues, nameOfPlace, ({ name }, chance) => {
    const text = anotherOfItsKind(name, chance)
    return text === undefined ? undefined : { text }
  })
  ask('venue another of its kind in town', venues, nameOfPlace, ({ name, at }, chance) => {
    const text = anotherOfItsKind(name, chance)
    const [nearest] = towns.toSorted((a, b) => distanceMeters(a.at, at) - distanceMeters(b.at, at))
    return text === undefined || !nearest
      ? undefined
      : { text: `${text}, ${nearest.name}`, asksWithin: true }
  })

  const worldTowns = [...new Set(venues.flatMap(({ name }) => plain(name).split(' ')))].filter(
    (word) =>
      findKnownName(word)?.city &&
      !pointsByName.has(word) &&
      findCategoriesByName(word).length === 0,
  )
  ask(
    'town of the world',
    worldTowns,
    (word) => word,
    (word) => ({ text: word }),
  )
  return queries
}

function nameOfPlace({ name }: MappedPlace): string {
  return name
}

/** A word for a kind of place at either end of the name, and a word of no language for the rest. */
function anotherOfItsKind(name: string, chance: () => number): string | undefined {
  const words = name.split(/\s+/)
  if (words.length < 2) return undefined
  const isKind = (word: string) => findCategoriesByName(plain(word)).length > 0
  if (isKind(words[0]!)) return `${words[0]} ${nonsenseWord(chance)}`
  return isKind(words.at(-1)!) ? `${nonsenseWord(chance)} ${words.at(-1)}` : undefined
}

function withoutArticles(name: string): string {
  return plain(name)
    .split(' ')
    .filter((word) => !isStopWord(word))
    .join(' ')
}

/** Whether a result is in an area of the name, by what it says itself. */
function isIn({ place }: SearchResult, town: string): boolean {
  return [...place.parents, ...place.otherAreas].some((area) =>
    namesOf({ ...place, aliases: [], ...area }).includes(plain(town)),
  )
}
