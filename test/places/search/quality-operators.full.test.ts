import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer, Place } from '#places/gazetteer'
import { autocomplete, search } from '#places/search'
import {
  isOnMachine,
  type PlaceRegion,
  placeRegions,
  placesOf,
  quiet,
} from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import {
  abbreviated,
  begun,
  type Operator,
  slips,
  withoutBlanks,
  withoutMarks,
  withoutOneBlank,
  wrongNumber,
} from './sets/operators.ts'
import { isAmong, namedPlaces, spread } from './sets/samples.ts'

/** The share of names that must still be among the first five. */
const required = 0.9
const namesOfOperator = 150

/** `FAILURES=1` prints every name that is lost. */
const shown = process.env.FAILURES === '1'

const asked = { search, autocomplete }

describe.for(placeRegions)('names of %s as users type them', (region) => {
  const there = isOnMachine(region)
  let gazetteer: Gazetteer
  let places: Place[]
  beforeAll(async () => {
    if (!there) return
    gazetteer = (await placesOf(region))!
    places = await namedPlaces(gazetteer)
  })

  const operators: [string, Operator, keyof typeof asked, Place['type']?][] = [
    ...Object.entries(slips).map(([label, slip]): [string, Operator, 'search'] => [
      `with ${label}`,
      slip,
      'search',
    ]),
    ['with a slip while typing', slips['a wrong letter']!, 'autocomplete'],
    ['with one blank left out', withoutOneBlank, 'search'],
    ['without any blank', withoutBlanks, 'search'],
    ['without accents', withoutMarks, 'search'],
    ['with the type abbreviated', abbreviated, 'search'],
    ['with every word begun', begun, 'autocomplete'],
    ['with a house number that is not there', wrongNumber, 'search', 'street'],
  ]

  it.skipIf(!there).for(operators)('are found %s', async ([label, operator, ask, type]) => {
    const chance = seeded(hashOf(`${region} ${label}`))
    const changed = places
      .filter((place) => !type || place.type === type)
      .map(({ name }) => ({ name, text: operator(name, chance) }))
      .filter((query): query is { name: string; text: string } => query.text !== undefined)
    const sample = spread(changed, namesOfOperator)
    const lost: string[] = []
    for (const { name, text } of sample) {
      const found = await asked[ask](gazetteer, { text, size: 5 }, quiet)
      if (!isAmong(name, found)) {
        lost.push(`${text} (${name}): ${found.map(({ place }) => place.name).join(', ')}`)
      }
    }
    report(region, label, lost, sample.length)
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual((1 - required) * sample.length)
  })
})

function report(region: PlaceRegion, label: string, lost: string[], of: number): void {
  if (!shown) return
  const share = of ? `${(100 - (100 * lost.length) / of).toFixed(1)} %` : 'none to ask for'
  console.log([`${region}, ${label}: ${share} of ${of}`, ...lost].join('\n  '))
}

function hashOf(text: string): number {
  let hash = 7
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0
  return hash
}
