import { distanceMeters } from '#ground/geo'
import { search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import { plain } from '../../sets/judge.ts'
import { type MappedPlace, mappedPlaces } from '../mapped-places.ts'
import { judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { RightHouses } from '../right-house.ts'
import { isRightPlace } from '../right-place.ts'
import { caseShare } from '../shares.ts'
import { chanceOf, drawn } from './calibration-query.ts'
import { pointsOf } from './near-village.ts'

/** Kinds in several languages, and the tag of such places. */
const kinds: readonly (readonly [word: string, key: string, value: string])[] = [
  ['pharmacy', 'amenity', 'pharmacy'],
  ['farmacia', 'amenity', 'pharmacy'],
  ['pharmacie', 'amenity', 'pharmacy'],
  ['Apotheke', 'amenity', 'pharmacy'],
  ['restaurant', 'amenity', 'restaurant'],
  ['restaurante', 'amenity', 'restaurant'],
  ['supermarket', 'shop', 'supermarket'],
  ['supermercado', 'shop', 'supermarket'],
  ['Supermarkt', 'shop', 'supermarket'],
  ['boulangerie', 'shop', 'bakery'],
  ['school', 'amenity', 'school'],
  ['bibliothèque', 'amenity', 'library'],
]

const sameMeters = 150
const maxMeters = 20_000

/** Names, kinds and addresses with a slip that is a word by accident, in a short word, or in the name of the kind. */
export const mistyped: QualitySet = {
  name: 'mistyped',
  right: 'the place that was meant, or for a kind a place of it, not much farther than the nearest',
  cases(data: RegionData, { seed, limit }): QualityCase[] {
    const places = mappedPlaces(data.extract)
    return [
      ...kindCases(data, places, { seed, limit }),
      ...nameCases(places, { seed, limit }),
      ...wordingCases(data, { seed, limit }),
    ]
  },
}

/** Two neighbours swapped or a letter left out or changed, within the word. */
function slip(word: string, chance: () => number): string {
  const letters = [...word]
  const i = 1 + Math.floor(chance() * (letters.length - 2))
  const kind = Math.floor(chance() * 3)
  if (kind === 0) letters.splice(i, 1)
  else if (kind === 1) [letters[i], letters[i + 1]] = [letters[i + 1] ?? '', letters[i]!]
  else letters[i] = 'aeinorst'[Math.floor(chance() * 8)]!
  return letters.join('')
}

function kindCases(
  { extract }: RegionData,
  places: readonly MappedPlace[],
  { seed, limit }: { seed: number; limit: number },
): QualityCase[] {
  const towns = places.filter(({ kind }) => kind === 'town')
  const cases = kinds.flatMap(([word, key, value]) => {
    const points = pointsOf(extract, (tags) => tags[key] === value)
    return towns.flatMap(({ name, at }): QualityCase[] => {
      if (towns.filter((other) => other.name === name).length > 1) return []
      const nearest = Math.min(...points.map((point) => distanceMeters(point, at)))
      const typed = slip(word, chanceOf(seed, word, name))
      if (!(nearest <= maxMeters) || typed === word) return []
      const isNear = caseShare(word, name) < 0.5
      const text = isNear ? `${typed} near ${name}` : `${typed} ${name}`
      return [
        {
          text,
          group: isNear ? 'kind near a town' : 'kind and town',
          about: name,
          ask: async (gazetteer) =>
            judgeFirst(
              await search(gazetteer, { text, size: 3 }, quiet),
              (found) =>
                points.some((point) => distanceMeters(point, found.at) <= sameMeters) &&
                distanceMeters(found.at, at) <= Math.max(2_500, 1.5 * nearest + 500),
            ),
        },
      ]
    })
  })
  return drawn(cases, limit, ({ text }) => caseShare(String(seed), text))
}

/** Names of several words, with a slip in one that makes it a word of another name, or in one of three letters. */
function nameCases(
  places: readonly MappedPlace[],
  { seed, limit }: { seed: number; limit: number },
): QualityCase[] {
  const words = new Set(places.flatMap(({ name }) => plain(name).split(' ')))
  const names = [...new Map(places.map((place) => [plain(place.name), place])).values()]
  const cases = names.flatMap((place): QualityCase[] => {
    const own = plain(place.name).split(' ')
    if (own.length < 2 || own.length > 6) return []
    const chance = chanceOf(seed, place.name)
    const at = Math.floor(chance() * own.length)
    const word = own[at]!
    if (!/^[a-z]{3,9}$/.test(word)) return []
    const typed = accident(word, words, chance) ?? (word.length === 3 ? slip(word, chance) : word)
    if (typed === word || typed.length < 3) return []
    const text = own.with(at, typed).join(' ')
    // The name of another place.
    if (names.some(({ name }) => plain(name) === text)) return []
    const isShort = word.length === 3 || typed.length === 3
    return [
      {
        text,
        group: `${words.has(typed) ? 'another word' : 'no word'}${isShort ? ', three letters' : ''}`,
        about: place.name,
        ask: async (gazetteer) =>
          judgeFirst(await search(gazetteer, { text, size: 3 }, quiet), (found) =>
            isRightPlace(place, found),
          ),
      },
    ]
  })
  return drawn(cases, limit, ({ text }) => caseShare(String(seed), text))
}

const tries = 60

/** A word of the map that is one letter away. */
function accident(
  word: string,
  words: ReadonlySet<string>,
  chance: () => number,
): string | undefined {
  for (let i = 0; i < tries; i++) {
    const at = Math.floor(chance() * word.length)
    const letter = String.fromCharCode(97 + Math.floor(chance() * 26))
    const kind = Math.floor(chance() * 3)
    const typed = word.slice(0, at) + (kind > 0 ? letter : '') + word.slice(at + (kind < 2 ? 1 : 0))
    if (typed !== word && typed.length >= 3 && words.has(typed)) return typed
  }
  return undefined
}

/** Formal names of the country, and signs before its postcodes. */
const countries: Readonly<Record<string, { formal: readonly string[]; signs: readonly string[] }>> =
  {
    andorra: { formal: ['Principality of Andorra', "Principat d'Andorra"], signs: ['AD-'] },
    monaco: { formal: ['Principality of Monaco', 'Principauté de Monaco'], signs: ['MC-', 'MC '] },
    helsinki: {
      formal: ['Republic of Finland', 'Suomen tasavalta'],
      signs: ['FIN-', 'FI-', 'FI '],
    },
    porto: { formal: ['Portuguese Republic', 'República Portuguesa'], signs: ['P-', 'PT-'] },
  }

function wordingCases(
  { addresses, region }: RegionData,
  { seed, limit }: { seed: number; limit: number },
): QualityCase[] {
  const country = countries[region.source]
  if (!country) return []
  const houses = new RightHouses(addresses)
  const asked = drawn(addresses, limit, ({ street, number, lat }) =>
    caseShare(String(seed), street, number, String(lat)),
  )
  return asked.flatMap((address, i): QualityCase[] => {
    const { street, number, tags } = address
    const postcode = tags['addr:postcode']
    const formal = country.formal[i % country.formal.length]!
    const sign = country.signs[i % country.signs.length]!
    const of = (group: string, text: string): QualityCase => ({
      text,
      group,
      about: `${street} ${number}`,
      ask: async (gazetteer) =>
        judgeFirst(await search(gazetteer, { text, size: 3 }, quiet), (found) =>
          houses.isRight(address, found),
        ),
    })
    const signed =
      postcode && /^\d/.test(postcode)
        ? [of('sign before the postcode', `${street} ${number}, ${sign}${postcode}`)]
        : []
    return [of('formal country', `${street} ${number}, ${formal}`), ...signed]
  })
}
