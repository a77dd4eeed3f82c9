import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, listNameKeys } from '#places/text'

test('the folded name comes first, then the likeliest other forms', () => {
  expect(listNameKeys('Carrer Major')).toEqual(['carrer major'])
  expect(listNameKeys('Saint-Jean')).toEqual(['saint jean', 'saintjean'])
  expect(listNameKeys("L'Aldosa d'Enclar")).toContain('laldosa denclar')
  expect(listNameKeys('Müllerstraße')).toEqual([
    'mullerstrasse',
    'muellerstrasse',
    'muller strasse',
  ])
  expect(listNameKeys('Москва')).toEqual(['москва', 'moskva'])
  expect(listNameKeys('東京都')[0]).toBe('東京都')
})

test('an abbreviated name shares a key with the full one', () => {
  expect(listNameKeys('Av. Meritxell')).toContain('avinguda meritxell')
  expect(listNameKeys('St Julia')).toContain('saint julia')
  expect(listNameKeys('Hauptstr. 5')).toContain('hauptstrasse 5')
})

test('a text without letters or digits, or too long for a name, has no keys', () => {
  expect(listNameKeys('')).toEqual([])
  expect(listNameKeys('… –')).toEqual([])
  expect(listNameKeys('a'.repeat(10_000))).toEqual([])
})

test('there are at most four, all different, all folded', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'abcü-ß .東', 'st ', 'str', 'av. ') }),
      (name) => {
        const keys = listNameKeys(name)
        expect(keys.length).toBeLessThanOrEqual(4)
        expect(new Set(keys).size).toBe(keys.length)
        if (fold(name) !== '') expect(keys[0]).toBe(fold(name))
      },
    ),
  )
})
