import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobRequest } from '#places/jobs/schemas'
import { type JobBench, jobBench, outcomeOf, run, upload } from '../../fixtures/jobs.ts'
import { cases } from '../../setup/suite.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

let bench: JobBench
beforeAll(async () => {
  const south = { type: 'locality', lat: -33.5, lon: -70.6 } as const
  bench = await jobBench(
    await gazetteerOf([
      ...towns,
      { ...south, id: 'south', name: 'Santa Ventura' },
      { ...south, id: 'formula', type: 'venue', name: '=HYPERLINK("x") Trampolin' },
      { ...south, id: 'plus', type: 'venue', name: '@Trampolinhaus' },
    ]),
  )
})
afterAll(() => bench.close())

type Request = Parameters<typeof JobRequest.parse>[0]

async function resultOf(content: string, request?: Request): Promise<string> {
  const start = await upload(bench, content, request)
  expect(await run(bench.context, start)).toBe('succeeded')
  return (await outcomeOf(bench, start.id)).result!
}

const csvRows = (text: string, delimiter = ','): string[][] => parse(text, { delimiter, bom: true })
const jsonRows = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const added = ['lat', 'lng', 'label', 'confidence', 'place_type', 'match_type', 'id', 'error']

describe('any table', { timeout: 120_000 }, () => {
  const tables = cases({ quick: 15, full: 25 })
  const cell = fc
    .array(
      fc.constantFrom('a', '"', '\n', '\r\n', ',', ';', '\t', ' ', 'é😀', '=1+1', '-', '@x', '+'),
      {
        maxLength: 4,
      },
    )
    .map((list) => list.join(''))
  const searched = fc.constantFrom('Brumeville', 'Paris', 'qwxz', '', 'x'.repeat(801))
  interface Table {
    separator: string
    lineEnd: string
    hasBom: boolean
    rows: [string, string, string][]
  }
  const table: fc.Arbitrary<Table> = fc.record({
    separator: fc.constantFrom(',', ';', '\t'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    hasBom: fc.boolean(),
    rows: fc.array(fc.tuple(cell, searched, cell), { minLength: 1, maxLength: 40 }),
  })
  const written = (text: string) => `"${text.replaceAll('"', '""')}"`
  const textOf = ({ separator, lineEnd, hasBom, rows }: Table) =>
    (hasBom ? '\ufeff' : '') +
    [['a', 'city', 'c'], ...rows].map((row) => row.map(written).join(separator) + lineEnd).join('')

  test('is returned as CSV with its cells unchanged and in order, followed by the added columns', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (given) => {
        const { separator, hasBom, rows, lineEnd } = given
        const result = await resultOf(textOf(given), { columns: { text: 'city' } })
        expect(result.startsWith('\ufeff')).toBe(hasBom)
        if (lineEnd === '\r\n') expect(result.endsWith('\r\n')).toBe(true)
        const [header, ...others] = csvRows(result, separator)
        expect(header).toEqual(['a', 'city', 'c', ...added])
        expect(others.map((row) => row.slice(0, 3))).toEqual(rows)
        for (const [, city, , lat, , label, , , , , error] of others) {
          const isFound = city === 'Brumeville' || city === 'Paris'
          expect([lat !== '', label !== '', error === '']).toEqual([
            isFound,
            isFound,
            isFound || city === 'qwxz',
          ])
        }
      }),
      { numRuns: tables },
    )
  })

  test('becomes valid JSON Lines and GeoJSON with the same cells and places', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (given) => {
        const lines = jsonRows(
          await resultOf(textOf(given), { columns: { text: 'city' }, output: 'jsonl' }),
        )
        expect(lines.map(({ a, city, c }) => [a, city, c])).toEqual(given.rows)
        expect(Object.keys(lines[0]!)).toEqual(['a', 'city', 'c', ...added])
        const geojson = JSON.parse(
          await resultOf(textOf(given), { columns: { text: 'city' }, output: 'geojson' }),
        )
        expect(Object.keys(geojson)).toEqual(['type', 'features'])
        for (const [i, { type, geometry, properties }] of geojson.features.entries()) {
          expect([type, properties]).toEqual(['Feature', lines[i]])
          const { lat, lng } = lines[i]!
          expect(geometry).toEqual(lat === null ? null : { type: 'Point', coordinates: [lng, lat] })
        }
      }),
      { numRuns: tables },
    )
  })
})

describe('records of JSON Lines', () => {
  const record =
    '{ "city": "Brumeville", "n": 12345678901234567890, "x": 1.0, "o": {"a": [1.50, null]}, "t": true }'

  test('keep their text, with the added fields at the end', async () => {
    const result = await resultOf(`${record}\r\n\n{}\n`)
    const [first, second] = result.split('\n')
    expect(first).toMatch(
      /^\{"city": "Brumeville", "n": 12345678901234567890, "x": 1\.0, .*,"lat":45\.1,/,
    )
    expect(JSON.parse(second!)).toMatchObject({
      lat: null,
      error: expect.stringContaining('nothing to search'),
    })
  })

  test('become a table with a column for each name in any of them', async () => {
    const result = await resultOf(`${record}\n{"late": null, "city": "Paris"}\n`, { output: 'csv' })
    expect(csvRows(result).map((row) => row.slice(0, 6))).toEqual([
      ['city', 'n', 'x', 'o', 't', 'late'],
      ['Brumeville', '12345678901234567890', '1.0', '{"a":[1.50,null]}', 'true', ''],
      ['Paris', '', '', '', '', ''],
    ])
  })

  test('may have fields of any name', async () => {
    const text = '{"city": "Paris", "__proto__": "a", "constructor": "b"}\n{"city": "Paris"}\n'
    const [header, first, second] = csvRows(await resultOf(text, { output: 'csv' }))
    expect(header!.slice(0, 3)).toEqual(['city', '__proto__', 'constructor'])
    expect([first!.slice(0, 3), second!.slice(0, 3)]).toEqual([
      ['Paris', 'a', 'b'],
      ['Paris', '', ''],
    ])
    expect(await resultOf(text)).toContain('"__proto__": "a"')
  })

  test('cause an added column to be renamed when one of them, even the last, has its name', async () => {
    const result = await resultOf('{"city": "Paris"}\n{"city": "Paris", "Label": "x"}\n')
    for (const row of jsonRows(result))
      expect(row).toMatchObject({ geocode_label: 'Paris, France' })
    expect(jsonRows(result)[1]).toMatchObject({ Label: 'x' })
  })
})

describe('the added columns', () => {
  test('are prefixed with geocode_ when the input has their name in upper or lower case', async () => {
    const [header] = csvRows(await resultOf('LAT,city,error,geocode_error\n1,Paris,2,3\n'))
    expect(header!.slice(4)).toEqual([
      'geocode_lat',
      'lng',
      'label',
      'confidence',
      'place_type',
      'match_type',
      'id',
      'geocode_error_2',
    ])
  })

  test('include a rank, with a row for each result, when several results are requested', async () => {
    const request = { options: { size: 3 } }
    const [header, ...rows] = csvRows(await resultOf('city,n\nParis,1\nqwxz,2\n', request))
    expect(header!.slice(-2)).toEqual(['error', 'rank'])
    expect(rows.map((row) => [row[0], row[1], row.at(-1)])).toEqual([
      ['Paris', '1', '1'],
      ['Paris', '1', '2'],
      ['qwxz', '2', ''],
    ])
  })

  test('never begin with a formula, while formulas of the input and negative numbers stay', async () => {
    const text = 'text\n"=HYPERLINK(""x"") Trampolin"\n@Trampolinhaus\nSanta Ventura\n'
    const [, first, second, third] = csvRows(await resultOf(text))
    expect(first![0]).toBe('=HYPERLINK("x") Trampolin')
    expect(first![3]).toMatch(/^'=HYPERLINK/)
    expect(second![3]).toMatch(/^'@Trampolinhaus/)
    expect(third!.slice(1, 3)).toEqual(['-33.5', '-70.6'])
    const [json] = jsonRows(await resultOf(text, { output: 'jsonl' }))
    expect(json!.label).toMatch(/^=HYPERLINK/)
  })
})

describe('options and columns of a job', () => {
  test('restrict the country and the types, and choose the language', async () => {
    const options = { country: 'FR', place_types: 'venue', lang: 'de' }
    const [, paris, ventura] = csvRows(
      await resultOf('text\nCafé de Paris\nSanta Ventura\n', { options }),
    )
    expect(paris![3]).toMatch(/^Café de Paris.*Nebelstadt.*Frankreich$/)
    expect(ventura![1]).toBe('')
  })

  test('apply to parts of an address too', async () => {
    const text = 'street,city,country\nRue du Moulin,Brumeville,FR\n'
    const inside = csvRows(await resultOf(text, { options: { country: 'FRA' } }))
    const outside = csvRows(await resultOf(text, { options: { country: 'ESP' } }))
    expect([inside[1]![9], outside[1]![9]]).toEqual(['moulin', ''])
  })

  test('allow the house number in the street column', async () => {
    const text =
      'street,house_number,city\nRue du Moulin,14,Brumeville\nRue du Moulin 14,,Brumeville\n'
    const rows = csvRows(await resultOf(text))
    expect(rows.slice(1).map((row) => row[9])).toEqual(['moulin/14', 'moulin/14'])
  })

  test('restrict the search by a country code beside a text, and read a country name as part of the text', async () => {
    const rows = csvRows(
      await resultOf('text,country\nBrumeville,es\nBrumeville,FR\nBrumeville,Frankreich\n'),
    )
    expect(rows.slice(1).map((row) => row[8])).toEqual(['', 'brume', 'brume'])
  })
})
