import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstParts, laterParts, splitsOf } from '../../../lib/geocoding/index.ts'

const words = new Set(['pas', 'de', 'la', 'casa', 'dela', 'sierra', 'port', 'vieux'])
const isWord = (part: string) => words.has(part)

describe('a word that is several', () => {
  it('is read as the known words it is made of, the fewest first', () => {
    expect(splitsOf('pasdelacasa', isWord)).toEqual([
      ['pas', 'dela', 'casa'],
      ['pas', 'de', 'la', 'casa'],
    ])
  })

  it('is parted where letters and figures meet', () => {
    expect(splitsOf('lasierra2', isWord)).toEqual([['la', 'sierra', '2']])
    expect(splitsOf('452vieuxport', isWord)).toEqual([['452', 'vieux', 'port']])
  })

  it('is not looked into where it does not begin with a word', () => {
    expect(laterParts('xpasdela', isWord)).toEqual([])
    expect(laterParts('casavu', isWord)).toEqual(['vu'])
    expect(laterParts('7port', isWord)).toContain('port')
  })

  it('is not read as itself or with a rest', () => {
    expect(splitsOf('sierra', isWord)).toEqual([])
    expect(splitsOf('pasdelacasx', isWord)).toEqual([])
  })

  it('always gives parts that make up the word and were looked up', () => {
    const word = fc.array(fc.constantFrom(...words, '7', 'x'), { maxLength: 8 })
    fc.assert(
      fc.property(word, (given) => {
        const text = given.join('')
        const looked = new Set([...firstParts(text), ...laterParts(text, isWord)])
        for (const parts of splitsOf(text, isWord)) {
          expect(parts.join('')).toBe(text)
          for (const part of parts) expect(/^\d+$/.test(part) || looked.has(part)).toBe(true)
        }
      }),
    )
  })
})
