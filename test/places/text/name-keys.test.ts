import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, listNameKeys } from '#places/text'

test('lists the folded name first, then the likeliest other forms', () => {
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

test('lists a shared key for an abbreviated name and its full form', () => {
  expect(listNameKeys('Av. Meritxell')).toContain('avinguda meritxell')
  expect(listNameKeys('St Julia')).toContain('saint julia')
  expect(listNameKeys('Hauptstr. 5')).toContain('hauptstrasse 5')
})

test('lists no keys for a text without letters or digits, or one too long for a name', () => {
  expect(listNameKeys('')).toEqual([])
  expect(listNameKeys('… –')).toEqual([])
  expect(listNameKeys('a'.repeat(10_000))).toEqual([])
})

test('lists at most four keys, all different and folded', () => {
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
