import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf, splitsOf } from '#places/search'

const words = new Set(['pas', 'de', 'la', 'casa', 'dela', 'sierra', 'port', 'vieux'])
const isWord = (part: string) => words.has(part)

describe('a text of several words written as one', () => {
  it('is split into known words, the fewest parts first', () => {
    expect(splitsOf('pasdelacasa', isWord)).toEqual([
      ['pas', 'dela', 'casa'],
      ['pas', 'de', 'la', 'casa'],
    ])
  })

  it('is split where letters and digits meet', () => {
    expect(splitsOf('lasierra2', isWord)).toEqual([['la', 'sierra', '2']])
    expect(splitsOf('452vieuxport', isWord)).toEqual([['452', 'vieux', 'port']])
  })

  it('has the words of its splits as parts', () => {
    expect([...partsOf('xpasdela', isWord)]).toEqual([])
    expect([...partsOf('casavu', isWord)]).toEqual([])
    expect([...partsOf('7portdela', isWord)]).toEqual(['port', 'dela', 'de', 'la'])
  })

  it('is not split into itself, or with a part that is no word', () => {
    expect(splitsOf('sierra', isWord)).toEqual([])
    expect(splitsOf('pasdelacasx', isWord)).toEqual([])
  })

  it('gives only parts that make up the text and were looked up', () => {
    const word = fc.array(fc.constantFrom(...words, '7', 'x'), { maxLength: 8 })
    fc.assert(
      fc.property(word, (given) => {
        const text = given.join('')
        const lookedUp = partsOf(text, isWord)
        for (const parts of splitsOf(text, isWord)) {
          expect(parts.join('')).toBe(text)
          for (const part of parts) expect(/^\d+$/.test(part) || lookedUp.has(part)).toBe(true)
        }
      }),
    )
  })
})
