import { describe, expect, test } from 'vitest'
import {
  directionals,
  fold,
  isStopWord,
  isStreetTypeWord,
  streetTypes,
} from '../../lib/text/index.ts'
import { languages } from '../../lib/text/languages/index.ts'

const lines = languages.flatMap(({ language, streetTypes, directions, titles, words }) =>
  [streetTypes, directions, titles, words]
    .join('\n')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ language, line })),
)

describe('the tables', () => {
  test('are written folded, one entry a line', () => {
    for (const { language, line } of lines) {
      const [full = '', short = '', ...more] = line.split(':')
      expect(more, `${language}: ${line}`).toEqual([])
      expect(fold(full), `${language}: ${line}`).toBe(full)
      for (const word of short.split(' ').filter(Boolean)) {
        expect(fold(word), `${language}: ${line}`).toBe(word.replace(/\.$/, ''))
        expect(word, `${language}: ${line}`).not.toBe(full)
      }
    }
  })

  test('say nothing twice', () => {
    for (const { language, line } of lines) {
      const short = line.split(':')[1]?.split(' ').filter(Boolean) ?? []
      expect(new Set(short).size, `${language}: ${line}`).toBe(short.length)
    }
  })
})

test('street types are known in full and short, with their languages', () => {
  expect(streetTypes.get('avenue')).toEqual(['en', 'fr'])
  expect(streetTypes.get('carrer')).toEqual(['ca'])
  expect(streetTypes.get('улица')).toEqual(['ru'])
  expect(isStreetTypeWord('bd')).toBe(true)
  expect(isStreetTypeWord('meritxell')).toBe(false)
})

test('points of the compass are known in words and letters', () => {
  expect(directionals.get('nw')).toEqual(expect.arrayContaining(['en', 'de']))
  expect(directionals.get('ouest')).toEqual(['fr'])
  expect(directionals.has('street')).toBe(false)
})

test('stop words are articles and prepositions, not names', () => {
  expect(['de', 'la', 'der', 'the', 'of', 'dels', 'van'].every(isStopWord)).toBe(true)
  expect(['mar', 'vella', 'rome', 'street', 'e', 'a1'].some(isStopWord)).toBe(false)
})
