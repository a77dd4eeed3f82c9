import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from '#places/search'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

/** Optimal string alignment straight from its definition. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) {
        table[i]![j] = i + j
        continue
      }
      const options = [
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      ]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        options.push(table[i - 2]![j - 2]! + 1)
      }
      table[i]![j] = Math.min(...options)
    }
  }
  return table[a.length]![b.length]!
}

describe('the distance of two words in edits', () => {
  it('counts a swap of neighbours as one', () => {
    expect(editDistance('olso', 'oslo', 2)).toBe(1)
  })

  it('is that of the definition, or undefined when it is over the bound', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, most) => {
        const distance = plainDistance(a, b)
        expect(editDistance(a, b, most)).toBe(distance <= most ? distance : undefined)
      }),
    )
  })
})
