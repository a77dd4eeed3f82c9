import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cleanName,
  computeImportance,
  parsePopulation,
  readNames,
} from '../../../region/places/index.ts'

describe('names', () => {
  test('include all languages and alternative names, with lists split', () => {
    const tags = {
      name: 'Genève',
      'name:de': 'Genf',
      'name:zh-Hans': '日内瓦',
      'name:be-tarask': 'Жэнэва',
      alt_name: 'Genf; Ginevra ;',
      old_name: 'Genava',
      'name:pronunciation': 'x',
      'name:old': 'y',
      'name:left': 'Rive gauche',
      'ISO3166-2': 'CH-GE',
    }
    expect(readNames(tags, 'area')).toEqual({
      name: 'Genève',
      names: { de: 'Genf', 'zh-Hans': '日内瓦', 'be-tarask': 'Жэнэва' },
      aliases: ['Genf', 'Ginevra', 'Genava', 'Rive gauche', 'CH-GE'],
    })
    expect(readNames(tags, 'venue').aliases).not.toContain('CH-GE')
  })

  test('default to the brand or operator of a venue, and to the number of a road', () => {
    expect(readNames({ brand: 'Brot & Co', operator: 'X' }, 'venue').name).toBe('Brot & Co')
    expect(readNames({ amenity: 'post_office', operator: 'Post' }, 'venue').name).toBe('Post')
    expect(readNames({ amenity: 'toilets', operator: 'Post' }, 'venue').name).toBe('')
    expect(readNames({ operator: 'Post' }, 'street').name).toBe('')
    expect(readNames({ ref: 'A1;E60' }, 'street')).toMatchObject({ name: 'A1', aliases: ['E60'] })
  })

  test("exclude an area's number in a list of areas", () => {
    expect(readNames({ name: 'Molbrun', ref: '12' }, 'area').aliases).toEqual([])
    expect(readNames({ name: 'Molbrun', ref: 'XC-12' }, 'area').aliases).toEqual(['XC-12'])
    expect(readNames({ name: 'Gate', ref: '12' }, 'venue').aliases).toEqual(['12'])
  })

  test('are trimmed, without control characters and at most 255 long, for any input', () => {
    expect(cleanName(' a\u0000b\t\n c\u200b ')).toBe('ab c')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const name = cleanName(text)
        expect(name.length).toBeLessThanOrEqual(255)
        expect(name).toBe(name.trim())
        expect(name).not.toMatch(/\p{Cc}|\p{Cs}/u)
        expect(cleanName(name)).toBe(name)
      }),
    )
  })
})

describe('importance', () => {
  test.each([
    ['12345', 12345],
    ['12 345', 12345],
    ["1'200'000", 1_200_000],
    ['1,234', 1234],
    ['~300 (2011)', 300],
    ['many', undefined],
    ['0', undefined],
    [undefined, undefined],
  ])('reads a population of %s', (population, expected) => {
    expect(parsePopulation(population === undefined ? {} : { population })).toBe(expected)
  })

  test('is between 0 and 1 and grows with population, fame and capital status', () => {
    const tags = fc.record(
      {
        population: fc.nat(1e8).map(String),
        wikidata: fc.constant('Q1'),
        wikipedia: fc.constant('en:X'),
        capital: fc.constantFrom('yes', '4', '6', 'no'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.9, noNaN: true }), tags, (base, tags) => {
        const importance = computeImportance(base, tags)
        expect(importance).toBeGreaterThanOrEqual(Math.round(base * 1e4) / 1e4)
        expect(importance).toBeLessThanOrEqual(1)
        const more = { ...tags, population: String(10 * (parsePopulation(tags) ?? 100)) }
        expect(computeImportance(base, more)).toBeGreaterThanOrEqual(importance)
      }),
    )
  })
})
