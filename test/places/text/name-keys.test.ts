import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, nameKeys } from '#places/text'

test('the folded name comes first, then the likeliest other forms', () => {
  expect(nameKeys('Carrer Major')).toEqual(['carrer major'])
  expect(nameKeys('Saint-Jean')).toEqual(['saint jean', 'saintjean'])
  expect(nameKeys("L'Aldosa d'Enclar")).toContain('laldosa denclar')
  expect(nameKeys('Müllerstraße')).toEqual(['mullerstrasse', 'muellerstrasse', 'muller strasse'])
  expect(nameKeys('Москва')).toEqual(['москва', 'moskva'])
  expect(nameKeys('東京都')[0]).toBe('東京都')
})

test('an abbreviated name shares a key with the full one', () => {
  expect(nameKeys('Av. Meritxell')).toContain('avinguda meritxell')
  expect(nameKeys('St Julia')).toContain('saint julia')
  expect(nameKeys('Hauptstr. 5')).toContain('hauptstrasse 5')
})

test('a text without letters or digits, or too long for a name, has no keys', () => {
  expect(nameKeys('')).toEqual([])
  expect(nameKeys('… –')).toEqual([])
  expect(nameKeys('a'.repeat(10_000))).toEqual([])
})

test('there are at most four, all different, all folded', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'abcü-ß .東', 'st ', 'str', 'av. ') }),
      (name) => {
        const keys = nameKeys(name)
        expect(keys.length).toBeLessThanOrEqual(4)
        expect(new Set(keys).size).toBe(keys.length)
        if (fold(name) !== '') expect(keys[0]).toBe(fold(name))
      },
    ),
  )
})
