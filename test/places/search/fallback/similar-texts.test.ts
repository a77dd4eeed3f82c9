import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, SimilarTexts } from '#places/search'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', ' '), maxLength: 8 })

test('similar texts are those that a comparison with each finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, fc.integer({ min: 0, max: 2 }), (all, text, max) => {
      const texts = new SimilarTexts(all)
      const near = all.filter((other) => editDistance(text, other, max) !== undefined)
      expect(texts.within(text, max)).toEqual(near)
      const fewest = Math.min(...near.map((other) => editDistance(text, other, max)!))
      const [nearest] = near
        .filter((other) => editDistance(text, other, max) === fewest)
        .sort((a, b) => a.length - b.length)
      expect(texts.nearest(text, max)?.text).toBe(nearest)
    }),
  )
})
