import { describe, expect, it } from 'vitest'
import { buildTerms, findContextLanguages } from '#places/gazetteer'
import { placeOf } from '../search/small-gazetteer.ts'

const country = placeOf({ id: 'c', type: 'country', name: 'France' })
const town = placeOf({
  id: 't',
  type: 'locality',
  name: 'Brumeville',
  names: { de: 'Nebelstadt', ru: 'Брюмвиль' },
  aliases: ['12'],
})
const street = placeOf({
  id: 's',
  type: 'street',
  name: 'Rue Saint-Jean',
  lat: 45,
  lon: 5,
  postcode: 'AD500',
  lines: [
    [
      { lat: 45, lon: 5 },
      { lat: 45, lon: 5.1 },
    ],
  ],
  houses: [{ id: 'h', number: '1', lat: 45, lon: 5, postcode: 'NW1 6XE' }],
})
const terms = new Set(buildTerms(street, [town, country]))

describe('the terms of a place', () => {
  it('include the words of its names in every form, and its whole names', () => {
    for (const term of ['w:rue', 'w:saint', 'w:jean', 'w:saintjean', 'n:rue saint jean']) {
      expect(terms).toContain(term)
    }
  })

  it('include the words of the areas around it, by their names in the languages of the service', () => {
    expect(terms).toContain('c:brumeville')
    expect(terms).toContain('c:nebelstadt')
    expect([...terms].some((term) => term.includes('брюмвиль'))).toBe(false)
  })

  it('include area names in a language that many settlements of the region have', () => {
    const villages = (count: number, names: Record<string, string>) =>
      Array.from({ length: count }, (_, i) =>
        placeOf({ id: `v${i}`, type: 'locality', name: `Dorp ${i}`, names }),
      )
    const of = (areas: Parameters<typeof findContextLanguages>[0]) =>
      buildTerms(street, [town], findContextLanguages(areas))
    const russian = { ru: 'Деревня' }
    expect(of([...villages(9, russian), ...villages(20, {})])).toContain('c:брюмвиль')
    expect(of([...villages(9, russian), ...villages(40, {})])).not.toContain('c:брюмвиль')
    // Two villages are too few: a capital alone has names in all languages.
    expect(of(villages(2, russian))).not.toContain('c:брюмвиль')
  })

  it('include neither the name of the country nor the number of a district', () => {
    expect(terms).not.toContain('c:france')
    expect(terms).not.toContain('c:12')
  })

  it("include its postcodes and its houses' postcodes, with and without blanks and letters", () => {
    for (const term of ['c:ad500', 'c:500', 'c:ad', 'c:nw1', 'c:6xe', 'c:nw16xe']) {
      expect(terms).toContain(term)
    }
  })

  it('include the cells that its line crosses, without gaps', () => {
    const columns = [...terms]
      .filter((term) => term.startsWith('g:14/'))
      .map((term) => Number(term.split('/')[1]))
      .sort((a, b) => a - b)
    // 0.1 of 360 degrees, in 16,384 columns.
    expect(columns.at(-1)! - columns[0]!).toBe(Math.floor(0.1 / (360 / 16384)) + 1)
    expect(new Set(columns).size).toBe(columns.at(-1)! - columns[0]! + 1)
  })

  it('include its type, its categories and its country', () => {
    const venue = placeOf({ id: 'v', type: 'venue', name: '', categories: ['cafe', 'bar'] })
    const found = buildTerms(venue, [])
    for (const term of ['t:venue', 'k:cafe', 'k:bar', 'i:FRA']) expect(found).toContain(term)
    expect(found.some((term) => term.startsWith('w:') || term.startsWith('n:'))).toBe(false)
  })

  it('are limited in number for a line around the world', () => {
    const line = Array.from({ length: 361 }, (_, i) => ({ lat: (i % 90) - 45, lon: i - 180 }))
    const long = placeOf({ id: 'l', type: 'street', name: 'Equator Road', lines: [line] })
    expect(buildTerms(long, []).length).toBeLessThan(400)
  })
})
