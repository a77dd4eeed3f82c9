import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../setup/suite.ts'
import { asking, ids } from './asking.ts'
import { gazetteerOf, type Sketch } from './small-gazetteer.ts'

/** Words that many names share, so that a text of one or two of them is vague. */
const words = ['Alba', 'Brel', 'Corin', 'Dorna', 'Elvas']
const country: Sketch = { id: 'country', type: 'country', name: 'France' }
const places = Array.from({ length: 300 }, (_, i): Sketch => {
  const [a, b, c] = [words[i % 5]!, words[(i >> 2) % 5]!, words[(i >> 4) % 5]!]
  return {
    id: `place-${i}`,
    type: i % 3 === 0 ? 'street' : 'venue',
    name: i % 7 === 0 ? a : `${a} ${b}${i % 2 ? ` ${c}` : ''}`,
    lat: 45 + (i % 17) / 20,
    lon: 5 + (i % 13) / 20,
    importance: ((i * 37) % 100) / 100,
    parents: ['country'],
  }
})
const { search } = asking(await gazetteerOf([country, ...places]))

/**
 * With a focus a famous namesake may be pinned to the end of a list,
 * and while a text is typed the names that begin with it, so there it cannot hold.
 */
it('a short list is the beginning of a longer one for the same text', async () => {
  const word = fc.constantFrom(...words, 'Alb', 'Corn', 'Nowhere')
  const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
  const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  await fc.assert(
    fc.asyncProperty(text, sizes, async (text, [a, b]) => {
      const [short, long] = [Math.min(a, b), Math.max(a, b)]
      const [few, many] = [await search(text, { size: short }), await search(text, { size: long })]
      expect(ids(few)).toEqual(ids(many).slice(0, short))
    }),
    { numRuns: runs(200) },
  )
})

describe('a list that duplicates shorten', () => {
  it('is filled with further places, with as many as there are', async () => {
    // Each chapel is mapped four times.
    const chapels = Array.from(
      { length: 100 },
      (_, i): Sketch => ({
        id: `chapel${i}`,
        type: 'venue',
        name: `Capella ${words[(i >> 2) % 5]} ${i >> 2}`,
        lat: 45 + (i >> 2) / 50,
        lon: 5,
        importance: 0.5 - (i >> 2) / 100,
        parents: ['country'],
      }),
    )
    const asked = asking(await gazetteerOf([country, ...chapels]))
    for (const size of [5, 20, 25, 40]) {
      const found = await asked.search('Capella', { size })
      expect(found.map(({ place }) => Number(place.name.split(' ')[2]))).toEqual(
        Array.from({ length: Math.min(size, 25) }, (_, i) => i),
      )
    }
  })
})
