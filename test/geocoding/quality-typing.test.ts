import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer } from '../../lib/geocoding/gazetteer.ts'
import type { Place } from '../../lib/geocoding/place.ts'
import { autocomplete } from '../../lib/geocoding/search/index.ts'
import { allPlaces, extractOf, placeRegions, placesOf, quiet } from '../fixtures/places.ts'
import { namesOf, plain } from './sets/judge.ts'
import { isAmong, namedPlaces, spread } from './sets/samples.ts'

/**
 * The share of keystrokes that must hold: some names begin with an abbreviation or a category, and then
 * the list is for what these stand for as well.
 */
const required = 0.97

/** The default of autocomplete. */
const size = 5
const namesOfRegion = 60
const firstKeystrokes = 3

/** `FAILURES=1` prints every name that is lost on the way. */
const shown = process.env.FAILURES === '1'

describe.for(placeRegions)('typing the names of %s letter by letter', (region) => {
  const there = region === 'demo' || extractOf(region) !== undefined
  let gazetteer: Gazetteer
  let places: Place[]
  let everyName: string[][][]
  beforeAll(async () => {
    if (!there) return
    gazetteer = (await placesOf(region))!
    const all = await allPlaces(gazetteer)
    everyName = all.map((place) => namesOf(place).map((name) => name.split(' ')))
    places = spread(
      (await namedPlaces(gazetteer)).filter(({ name }) => isUnique(plain(name))),
      namesOfRegion,
    )
  })

  const isUnique = (name: string) => {
    const named = everyName.filter((names) => names.some((words) => words.join(' ') === name))
    return named.length === 1
  }

  /** Places with all the words typed so far in one of their names, the last one as a beginning. */
  const rivals = (typed: string) => {
    const words = typed.split(' ')
    const last = words.pop()!
    const has = (name: string[]) =>
      words.every((word) => name.includes(word)) && name.some((word) => word.startsWith(last))
    return everyName.filter((names) => names.some(has)).length
  }

  it.skipIf(!there)('has the place in the list as soon as all that fit have a seat', async () => {
    const lost: string[] = []
    let keystrokes = 0
    for (const { name } of places) {
      for (const typed of prefixesOf(plain(name))) {
        if (rivals(typed) > size) continue
        keystrokes++
        const found = await autocomplete(gazetteer, { text: typed, size }, quiet)
        if (isAmong(name, found)) continue
        lost.push(`${typed} (${name}): ${found.map(({ place }) => place.name).join(', ')}`)
      }
    }
    if (shown) console.log([`${region}: ${lost.length} of ${keystrokes}`, ...lost].join('\n  '))
    expect(keystrokes).toBeGreaterThan(namesOfRegion)
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual((1 - required) * keystrokes)
  })

  it.skipIf(!there)('keeps the place in the list from when it is first there', async () => {
    const lost: string[] = []
    let keystrokes = 0
    for (const { name } of places) {
      let seen = false
      for (const typed of prefixesOf(plain(name))) {
        const found = await autocomplete(gazetteer, { text: typed, size }, quiet)
        keystrokes++
        if (isAmong(name, found)) seen = true
        else if (seen) lost.push(`${typed} (${name})`)
      }
    }
    if (shown)
      console.log([`${region}: ${lost.length} gone of ${keystrokes}`, ...lost].join('\n  '))
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual((1 - required) * keystrokes)
  })
})

/** All that is on the screen while it is typed, from the fourth keystroke on; never ending in a blank. */
function prefixesOf(name: string): string[] {
  const letters = [...name]
  return letters
    .map((_, i) => letters.slice(0, i + 1).join(''))
    .slice(firstKeystrokes)
    .filter((typed) => !typed.endsWith(' '))
}
