import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../setup/suite.ts'
import { asking, ids } from '../asking.ts'
import { gazetteerOf, type Sketch } from '../small-gazetteer.ts'

const article = fc.constantFrom('Im', 'La', 'Les', 'Der', 'El', 'The', "L'", 'Os')
const preposition = fc.constantFrom('de', 'do', 'della', 'du', 'von', 'of')
const name = fc
  .string({ unit: fc.constantFrom(...'abdeilmnorstu'), minLength: 5, maxLength: 9 })
  .map((letters) => `Q${letters}`)

function namesakes(type: Sketch['type'], names: readonly string[]): Sketch[] {
  // The exact name matters a little less than the others.
  return names.map((each, i) => ({ id: each, type, name: each, importance: 0.2 + 0.1 * i }))
}

async function found(names: readonly string[], text: string): Promise<string | undefined> {
  const { search } = asking(await gazetteerOf(namesakes('street', names)))
  return ids(await search(text))[0]
}

describe('a text that is a whole name', () => {
  it('finds the place of that name before one with an article in front of it', async () => {
    await fc.assert(
      fc.asyncProperty(article, name, async (word, plain) => {
        const names = [plain, `${word} ${plain}`.replace("' ", "'")]
        expect(await found(names, plain)).toBe(plain)
      }),
      { numRuns: runs(40) },
    )
  })

  it('finds the place of that name before one with or without a preposition in it', async () => {
    await fc.assert(
      fc.asyncProperty(preposition, name, name, async (word, first, second) => {
        const without = `Rua ${first} ${second}`
        const once = `Rua ${first} ${word} ${second}`
        const twice = `Rua ${word} ${first} ${word} ${second}`
        expect(await found([without, once, twice], without)).toBe(without)
        expect(await found([once, twice, without], once)).toBe(once)
        expect(await found([twice, once, without], twice)).toBe(twice)
      }),
      { numRuns: runs(40) },
    )
  })

  it('finds the namesake with an article if that matters far more', async () => {
    const places: Sketch[] = [
      { id: 'stall', type: 'venue', name: 'Hague', importance: 0.05 },
      { id: 'city', type: 'locality', name: 'The Hague', importance: 0.8 },
    ]
    const { search } = asking(await gazetteerOf(places))
    expect(ids(await search('Hague'))).toEqual(['city', 'stall'])
  })
})
