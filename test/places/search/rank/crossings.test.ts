import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#places/text'
import { allPlaces, placeRegions, placesOf } from '../../../fixtures/places.ts'
import { runs } from '../../../setup/suite.ts'
import { asking } from '../asking.ts'

/** For a street whose partner is unknown: what was asked for is not there. */
const maxForStreet = 0.4
/** Ways to write a crossing. */
const forms: readonly ((a: string, b: string) => string)[] = [
  '&',
  '@',
  '/',
  'esquina',
  'esquina con',
  'con',
  'x',
  'amb',
  'cantonada amb',
  'Ecke',
  'cruce',
  'corner',
  'corner of',
  'at',
  'angle',
  'hoek',
  'kulma',
].map((joint) => (a: string, b: string) => `${a} ${joint} ${b}`)
const wordedForms: typeof forms = [
  ...forms,
  (a, b) => `${a}/${b}`,
  (a, b) => `${a}, esquina ${b}`,
  (a, b) => `corner of ${a} and ${b}`,
  (a, b) => `esquina de ${a} y ${b}`,
  (a, b) => `angle de ${a} et ${b}`,
  (a, b) => `Ecke ${a} und ${b}`,
]

describe.each(placeRegions)('a crossing of two streets of %s', async (region) => {
  const gazetteer = await placesOf(region)
  if (!gazetteer) return it.skip(`needs the extract of ${region}`, () => {})
  const { search } = asking(gazetteer)
  const places = await allPlaces(gazetteer)
  const crossings = places.filter(({ intersection }) => intersection)
  const pairs = crossings.map(({ name }) => name.split(' & ') as [string, string])
  const streets = [...new Set(pairs.flat())]
  const crossingNames = new Set(crossings.map(({ name }) => streetsOf(name)))
  const anyPair = fc.constantFrom(...pairs)
  const numRuns = runs(150)

  it('is found by both streets, in either order', async () => {
    await fc.assert(
      fc.asyncProperty(anyPair, fc.boolean(), async ([a, b], isReversed) => {
        const found = await search(isReversed ? `${b} & ${a}` : `${a} & ${b}`)
        expect(found[0]!.confidence).toBeGreaterThanOrEqual(0.9)
        expect(found.map(({ place }) => streetsOf(place.name))).toContain(streetsOf(`${a} & ${b}`))
      }),
      { numRuns },
    )
  })

  // Some streets have such a word in their name (`Passage du Coin`) or nothing but one for a street (`Bulevardi`).
  it('is found by both streets, joined by any sign or word for a corner, nearly always', async () => {
    const anyCase = fc.tuple(anyPair, fc.constantFrom(...wordedForms))
    const missed: string[] = []
    for (const [[a, b], form] of fc.sample(anyCase, { numRuns, seed: 16 })) {
      const [best, ...others] = await search(form(a, b))
      const names = [best, ...others].map((found) => streetsOf(found?.place.name ?? ''))
      const isFound = names.includes(streetsOf(`${a} & ${b}`)) && best!.confidence >= 0.9
      if (!isFound) missed.push(form(a, b))
    }
    expect(missed.length / numRuns, missed.join('\n')).toBeLessThan(0.05)
  })

  it('is found with a letter missing in the longest word', async () => {
    await fc.assert(
      fc.asyncProperty(anyPair, async ([a, b]) => {
        const word = longestWord(b)
        // A short word with a letter less may be another word.
        fc.pre(word.length >= 7)
        const typo = word.slice(0, 3) + word.slice(4)
        const found = await search(`${a} & ${b.replace(word, typo)}`)
        expect(found.map(({ place }) => streetsOf(place.name))).toContain(streetsOf(`${a} & ${b}`))
      }),
      { numRuns },
    )
  })

  it('never gets another partner where one is unknown', async () => {
    const invented = fc.constantFrom('Wqxzzkv', 'Xyqqzy Street', 'Carrer Wqxzzkv')
    const anyCase = fc.tuple(fc.constantFrom(...streets), invented, fc.constantFrom(...wordedForms))
    const surer: string[] = []
    for (const [street, partner, form] of fc.sample(anyCase, { numRuns, seed: 16 })) {
      const text = form(street, partner)
      const found = await search(text)
      for (const { place, matchType } of found) {
        expect(place.intersection ?? false, text).toBe(false)
        expect(matchType, text).toBe('fallback')
      }
      if (found.some(({ confidence }) => confidence > maxForStreet)) surer.push(text)
    }
    // Among them places of which a word for a corner is a mistyped name, and streets with one in their name.
    expect(surer.length / numRuns, surer.join('\n')).toBeLessThan(0.05)
  })

  it('of streets that do not cross is hardly ever another one', async () => {
    const anyStreet = fc.constantFrom(...streets)
    const samples = fc.sample(fc.tuple(anyStreet, anyStreet), { numRuns: 150, seed: 16 })
    const apart = samples.filter(
      ([a, b]) => a !== b && !crossingNames.has(streetsOf(`${a} & ${b}`)),
    )
    const others: string[] = []
    for (const [a, b] of apart) {
      const [found] = await search(`${a} & ${b}`, { size: 1 })
      if (found?.place.intersection) others.push(`${a} & ${b}: ${found.place.name}`)
    }
    // Streets of names that are alike, one of which may be mistyped.
    expect(others.length / apart.length, others.join('\n')).toBeLessThan(0.1)
  })
})

function streetsOf(name: string): string {
  return name.split(' & ').map(fold).sort().join(' & ')
}

function longestWord(text: string): string {
  return text
    .split(/[\s’']+/)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}
