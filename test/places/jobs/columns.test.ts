import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { columnRoles, findColumns } from '#places/jobs/input'
import { folded, readTable, sorted } from '../../fixtures/tables.ts'

/** Returns the names of the columns found for each role. */
function found(header: string, requested?: Parameters<typeof findColumns>[1]) {
  const names = header.split('|')
  const columns = findColumns(names, requested)
  return Object.fromEntries(
    Object.entries(columns).map(([role, indexes]) => [
      role,
      indexes.map((i) => names[i]).join('+'),
    ]),
  )
}

test('lists column names folded and sorted, each for one role only', () => {
  const roles = [...columnRoles, 'house_number_beside_street'] as const
  const table = z.strictObject(
    Object.fromEntries(roles.map((role) => [role, sorted(folded)])) as Record<
      (typeof roles)[number],
      ReturnType<typeof sorted>
    >,
  )
  const names = Object.values(table.parse(readTable('jobs/column-names.json'))).flat()
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

describe('columns without a request', () => {
  test.each([
    ['id|Full Address|notes', { text: 'Full Address' }],
    ['ADDRESS|note', { text: 'ADDRESS' }],
    ['Address|Country', { text: 'Address', country: 'Country' }],
    ['address|city|zip', { address: 'address', locality: 'city', postalcode: 'zip' }],
    [
      'street|house_number|postal_code|city|country_code',
      {
        street: 'street',
        house_number: 'house_number',
        postalcode: 'postal_code',
        locality: 'city',
        country: 'country_code',
      },
    ],
    [
      'addr:street|addr:housenumber|addr:city',
      { street: 'addr:street', house_number: 'addr:housenumber', locality: 'addr:city' },
    ],
    [
      'LON|LAT|NUMBER|STREET|CITY|REGION|POSTCODE',
      {
        house_number: 'NUMBER',
        street: 'STREET',
        locality: 'CITY',
        region: 'REGION',
        postalcode: 'POSTCODE',
      },
    ],
    [
      'Straße|Hausnr.|PLZ|Ort|Land',
      {
        street: 'Straße',
        house_number: 'Hausnr.',
        postalcode: 'PLZ',
        locality: 'Ort',
        country: 'Land',
      },
    ],
    [
      'Strasse und Hausnummer|PLZ|Wohnort',
      { address: 'Strasse und Hausnummer', postalcode: 'PLZ', locality: 'Wohnort' },
    ],
    [
      'Numéro|Rue|Code postal|Ville|Pays',
      {
        house_number: 'Numéro',
        street: 'Rue',
        postalcode: 'Code postal',
        locality: 'Ville',
        country: 'Pays',
      },
    ],
    [
      'Dirección|Código Postal|Localidad|Provincia|País',
      {
        address: 'Dirección',
        postalcode: 'Código Postal',
        locality: 'Localidad',
        county: 'Provincia',
        country: 'País',
      },
    ],
    ['carrer|núm.|població', { street: 'carrer', house_number: 'núm.', locality: 'població' }],
    [
      'Morada|Código Postal|Concelho',
      { address: 'Morada', postalcode: 'Código Postal', locality: 'Concelho' },
    ],
    [
      'Indirizzo|CAP|Comune|Provincia',
      { address: 'Indirizzo', postalcode: 'CAP', locality: 'Comune', county: 'Provincia' },
    ],
    [
      'Katuosoite|Postinumero|Postitoimipaikka',
      { address: 'Katuosoite', postalcode: 'Postinumero', locality: 'Postitoimipaikka' },
    ],
    [
      'Straat|Huisnummer|Postcode|Woonplaats',
      {
        street: 'Straat',
        house_number: 'Huisnummer',
        postalcode: 'Postcode',
        locality: 'Woonplaats',
      },
    ],
    ['улица|дом|город', { street: 'улица', house_number: 'дом', locality: 'город' }],
    ['city', { locality: 'city' }],
    ['location', { text: 'location' }],
  ])('are recognised by their names: %s', (header, expected) => {
    expect(found(header)).toEqual(expected)
  })

  test('does not take a column of row numbers for house numbers', () => {
    expect(found('No|name|street|city')).toEqual({ street: 'street', locality: 'city' })
    expect(found('street|No|city')).toMatchObject({ house_number: 'No' })
  })

  test('prefers address parts with a place to a text column, and a street column to an address line', () => {
    expect(found('location|street|city')).toEqual({ street: 'street', locality: 'city' })
    expect(found('location|city')).toEqual({ text: 'location' })
    expect(found('address|street|zip')).toEqual({ street: 'street', postalcode: 'zip' })
  })
})

describe('columns named in a request', () => {
  test('are taken in the requested order, by their exact or folded names', () => {
    expect(found('A|b c|D', { text: ['D', 'B-C'] })).toEqual({ text: 'D+b c' })
    expect(found('city|x', { locality: 'x' })).toEqual({ locality: 'x' })
  })

  test('are refused when a name is ambiguous', () => {
    expect(() => found('b-c|b c', { text: 'B C' })).toThrow('no column "B C"')
    expect(found('b-c|b c', { text: 'b c' })).toEqual({ text: 'b c' })
  })
})

test('lists only part of a long header in the error', () => {
  const header = Array.from({ length: 2000 }, (_, i) => `column ${i} ${'x'.repeat(100)}`)
  expect(() => findColumns(header, undefined)).toThrow(/"column 29 .* and 1970 more\./)
  try {
    findColumns(header, undefined)
  } catch (error) {
    expect((error as Error).message.length).toBeLessThan(3000)
  }
})
