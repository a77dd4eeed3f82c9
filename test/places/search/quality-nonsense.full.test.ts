import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer, Place } from '#places/gazetteer'
import { autocomplete, search, searchStructured } from '#places/search'
import { allPlaces, isOnMachine, placeRegions, placesOf, quiet } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { namesOf } from './sets/judge.ts'
import { editsBetween, keyboardNoise, nonsenseWord, symbols } from './sets/nonsense.ts'
import { isAmong, namedPlaces, spread } from './sets/samples.ts'

const size = 5
const wordsOfKind = 60
/** No tolerance for typos reaches this far. */
const farEdits = 3

describe.for(placeRegions)('nonsense asked of %s', (region) => {
  const there = isOnMachine(region)
  let gazetteer: Gazetteer
  let places: Place[]
  let vocabulary: Set<string>
  let nonsense: string[]
  let noise: string[]
  beforeAll(async () => {
    if (!there) return
    gazetteer = (await placesOf(region))!
    places = spread(await namedPlaces(gazetteer), wordsOfKind)
    const names = (await allPlaces(gazetteer)).flatMap(namesOf)
    vocabulary = new Set(names.flatMap((name) => name.split(' ')))
    nonsense = farWords(nonsenseWord)
    noise = farWords(keyboardNoise)
  })

  /** Words that no word of the region is near, nor begins like. */
  const farWords = (make: (chance: () => number) => string) => {
    const chance = seeded(77)
    const words: string[] = []
    while (words.length < wordsOfKind) {
      const word = make(chance)
      const near = [...vocabulary].some(
        (known) => known.startsWith(word) || editsBetween(word, known, farEdits - 1) < farEdits,
      )
      if (!near) words.push(word)
    }
    return words
  }

  const gives = async (texts: readonly string[]) => {
    const answers: string[] = []
    for (const text of texts) {
      for (const ask of [search, autocomplete]) {
        const found = await ask(gazetteer, { text, size }, quiet)
        for (const { place } of found) answers.push(`${text}: ${place.name}`)
      }
    }
    return answers
  }

  it.skipIf(!there)('has no answer when it is one made-up word', async () => {
    expect(await gives(nonsense)).toEqual([])
  })

  it.skipIf(!there)('has no answer when it is random letters', async () => {
    expect(await gives(noise)).toEqual([])
  })

  it.skipIf(!there)('has no answer when it is several made-up words', async () => {
    expect(await gives(nonsense.slice(1).map((word, i) => `${word} ${nonsense[i]}`))).toEqual([])
  })

  it.skipIf(!there)('has no answer when it is a made-up street with a number', async () => {
    expect(await gives(nonsense.map((word, i) => `${word} ${i + 1}`))).toEqual([])
  })

  it.skipIf(!there)('has no answer when it is symbols, controls and pictures', async () => {
    expect(await gives(symbols)).toEqual([])
  })

  it.skipIf(!there)('has no answer for made-up fields', async () => {
    const answers: string[] = []
    for (const [i, word] of nonsense.entries()) {
      const fields = { street: word, houseNumber: String(i), locality: noise[i]! }
      for (const { place } of await searchStructured(gazetteer, fields, { size }, quiet)) {
        answers.push(`${word}: ${place.name}`)
      }
    }
    expect(answers).toEqual([])
  })

  it.skipIf(!there)(
    'leaves a right name right, and less sure, when it stands beside it',
    async () => {
      const faults: string[] = []
      for (const [i, { name }] of places.entries()) {
        const wrong = nonsense[i % nonsense.length]!
        const plainly = await search(gazetteer, { text: name, size }, quiet)
        const text = i % 2 ? `${name} ${wrong}` : `${wrong} ${name}`
        const found = await search(gazetteer, { text, size }, quiet)
        const [sure, unsure] = [plainly[0]?.confidence ?? 0, found[0]?.confidence ?? 0]
        if (!isAmong(name, found))
          faults.push(`${text}: ${found.map((f) => f.place.name).join(', ')}`)
        else if (unsure >= sure) faults.push(`${text}: as sure as without it, ${unsure}`)
      }
      expect(faults.length, faults.join('\n')).toBeLessThanOrEqual(0.05 * places.length)
    },
  )
})
