import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Head,
  InputFile,
  readChunk,
  readHead,
  type Separator,
  scanBody,
} from '#places/jobs/input'
import type { Storage } from '#platform/storage'
import { runs } from '../../setup/suite.ts'

/** A file in memory. */
function fileOf(content: string | Uint8Array) {
  const all = Buffer.from(content)
  const files: Pick<Storage, 'get'> = {
    get: async (key, { range = { start: 0, end: all.length } } = {}) => {
      const bytes = all.subarray(range.start, range.end)
      return { key, etag: 'etag', size: all.length, bytes }
    },
  }
  return { file: new InputFile({ files, key: 'key', etag: 'etag' }), size: all.length }
}

/** Reads the rows of a body, in chunks and blocks of the given sizes. */
async function chunked(
  content: string,
  head: Head & { header: string[]; separator: Separator },
  { maxBytes, maxRows, maxChunks, blockBytes }: Record<string, number>,
) {
  const { file, size } = fileOf(content)
  const limits = { maxBytes: maxBytes!, maxRows: maxRows!, maxChunks: maxChunks! }
  const { chunks, rows } = await scanBody(file, size, head, { limits, blockBytes: blockBytes! })
  const read: string[][] = []
  for (const chunk of chunks) {
    const inChunk = await readChunk(file, chunk, head)
    expect(inChunk).toHaveLength(chunk.rows)
    for (const row of inChunk) read.push(head.header.map((_, column) => row.text(column)))
  }
  expect(read).toHaveLength(rows)
  return { chunks, read }
}

/** Returns the rows that `csv-parse` finds in the whole text; `undefined` if a quote is not closed. */
function oracle(text: string, separator: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter: separator || '\0',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 0,
    })
  } catch (error) {
    expect(String(error)).toContain('Quote Not Closed')
    return undefined
  }
}

const limits = fc.record({
  maxBytes: fc.integer({ min: 1, max: 60 }),
  maxRows: fc.integer({ min: 1, max: 4 }),
  maxChunks: fc.integer({ min: 2, max: 1000 }),
  blockBytes: fc.integer({ min: 1, max: 50 }),
})

const pieces = [
  'a',
  'b c',
  '"',
  '""',
  '\n',
  '\r\n',
  '\r',
  ',',
  ';',
  '\t',
  ' ',
  'é',
  '日',
  '😀',
  '=1',
  '\ufeff',
]
/** Any sequence of characters that matter to a scanner. */
const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((list) => list.join(''))

const field = fc
  .array(fc.constantFrom(...pieces, 'Rue', '12'), { maxLength: 5 })
  .map((list) => list.join(''))
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')

/** A table as programs write it: fields are quoted where necessary, and sometimes elsewhere. */
const table = fc
  .record({
    separator: fc.constantFrom(',', ';', '\t'),
    rows: fc.array(
      fc.record({
        fields: fc.array(fc.tuple(field, fc.boolean()), { minLength: 1, maxLength: 6 }),
        ends: fc.array(lineEnd, { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    endsWithLine: fc.boolean(),
  })
  .map(({ separator, rows, endsWithLine }) => {
    const written = rows.map(({ fields, ends }, i) => {
      const texts = fields.map(([text, isQuoted]) =>
        isQuoted || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
      )
      const last = i === rows.length - 1 && !endsWithLine
      // A record without characters would be an empty line.
      return (texts.join(separator) || '""') + (last ? '' : ends.join(''))
    })
    return {
      separator,
      text: written.join(''),
      fields: rows.map(({ fields }) => fields.map(([text]) => text)),
    }
  })

function headOf(separator: string, columns: number) {
  const header = Array.from({ length: columns }, (_, i) => `c${i}`)
  return {
    format: 'csv' as const,
    separator: separator as Separator,
    lineEnd: '\n' as const,
    hasBom: false,
    header,
    body: { offset: 0, line: 1 },
  }
}

/** Pads rows to the width of the header; missing fields are empty. */
const padded = (rows: readonly string[][], columns: number) =>
  rows.map((row) => Array.from({ length: columns }, (_, i) => row[i] ?? ''))

const columns = 8

describe('records of CSV, read in chunks and blocks of any size,', () => {
  test('equal the rows of the whole table', async () => {
    await fc.assert(
      fc.asyncProperty(table, limits, async ({ separator, text, fields }, sizes) => {
        const { read } = await chunked(text, headOf(separator, columns), sizes)
        expect(read).toEqual(padded(fields, columns))
      }),
      { numRuns: runs(4000) },
    )
  })

  test('equal the rows that csv-parse finds in any text, with the right line numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.constantFrom(',', ';', '\t', ''),
        limits,
        async (text, separator, sizes) => {
          const rows = oracle(text, separator)
          const work = chunked(text, headOf(separator, 60), sizes)
          if (!rows?.length) {
            const fault = rows ? /no rows/ : /quote .* not closed/
            await expect(work).rejects.toThrow(fault)
            return
          }
          const { chunks, read } = await work
          expect(read).toEqual(padded(rows, 60))
          const bytes = Buffer.from(text)
          for (const { start, line } of chunks) {
            const before = bytes.subarray(0, start).toString()
            expect(line).toBe(1 + (before.match(/\r\n|\n|\r/g) ?? []).length)
          }
        },
      ),
      { numRuns: runs(8000) },
    )
  })

  test('equal the lines with text when the format is JSON Lines', async () => {
    const line = fc.constantFrom(
      '{"a":1}',
      '{"a":"x\\ny"}',
      '',
      ' ',
      '\t',
      'x',
      '[1]',
      '\u00a0',
      '{}',
    )
    const text = fc
      .tuple(fc.array(line, { maxLength: 20 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
      .map(([lines, end, hasLast]) => lines.join(end) + (hasLast ? end : ''))
    await fc.assert(
      fc.asyncProperty(text, limits, async (text, sizes) => {
        const head = { ...headOf('', 1), format: 'jsonl' as const }
        const lines = text.split('\n').filter((line) => /[^\0- ]/.test(line))
        const work = chunked(text, head, sizes)
        if (lines.length === 0) {
          await expect(work).rejects.toThrow('no rows')
          return
        }
        expect((await work).read).toHaveLength(lines.length)
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe('the chunks of a file', () => {
  test('number about 50 for 100,000 rows', async () => {
    const body = 'Rue du Moulin 3;26310;Brumeville\n'.repeat(100_000)
    const { file, size } = fileOf(body)
    const { chunks, rows } = await scanBody(file, size, headOf(';', 3))
    expect(rows).toBe(100_000)
    expect(chunks).toHaveLength(50)
  })

  test('grow so that their number never exceeds the maximum', async () => {
    const { file, size } = fileOf('a\n'.repeat(5000))
    const limits = { maxBytes: 100, maxRows: 2, maxChunks: 100 }
    const { chunks } = await scanBody(file, size, headOf(',', 1), { limits })
    expect(chunks.length).toBeGreaterThan(50)
    expect(chunks.length).toBeLessThanOrEqual(100)
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, i) => i))
    expect(chunks.reduce((sum, chunk) => sum + chunk.rows, 0)).toBe(5000)
  })
})

describe('the head of a file', () => {
  const separated = fc.record({
    separator: fc.constantFrom(',', ';', '\t'),
    names: fc.array(fc.constantFrom('a', 'street', 'x, y; z\tw', 'Straße "Nr"', '', 'e\nf'), {
      minLength: 2,
      maxLength: 6,
    }),
    rows: fc.integer({ min: 1, max: 30 }),
    hasBom: fc.boolean(),
    lineEnd,
    emptyLines: fc.integer({ min: 0, max: 3 }),
  })

  test('contains the separator, the column names and the position of the first row', async () => {
    await fc.assert(
      fc.asyncProperty(
        separated,
        async ({ separator, names, rows, hasBom, lineEnd, emptyLines }) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
          const line = names.map(quote).join(separator) + lineEnd
          const row =
            names.map(() => 'Rue, 3; x'.replaceAll(separator, ' ')).join(separator) + lineEnd
          const before = lineEnd.repeat(emptyLines) + line
          const text = (hasBom ? '\ufeff' : '') + before + row.repeat(rows)
          const { file, size } = fileOf(text)
          expect(await readHead(file, size, 'auto')).toEqual({
            format: 'csv',
            hasBom,
            separator,
            header: names,
            lineEnd: lineEnd === '\r\n' ? '\r\n' : '\n',
            body: {
              offset: Buffer.byteLength((hasBom ? '\ufeff' : '') + before),
              line: 1 + (before.match(/\r\n|\n|\r/g) ?? []).length,
            },
          })
        },
      ),
      { numRuns: runs(300) },
    )
  })

  test.each([
    ['name;address (street, number)\nA;Rue du Moulin 3, Brumeville\n', ';', 2],
    ['address\nRue du Moulin 3, Brumeville\nParis; France\n', '', 1],
    ['a,b;c\n1,2;3\n4,5;6\n', ',', 2],
    ['a\tb, c\n1\t2\n', '\t', 2],
  ])(
    'with mixed separators %j contains the separator that the rows agree on',
    async (text, separator, fields) => {
      const { file, size } = fileOf(text)
      const head = await readHead(file, size, 'auto')
      expect(head).toMatchObject({ separator })
      expect('header' in head && head.header).toHaveLength(fields)
    },
  )

  test.each([
    ['{"a":1}\n', 'auto', 'jsonl'],
    ['\ufeff\n  {"a":1}\n', 'auto', 'jsonl'],
    ['a,b\n', 'auto', 'csv'],
    ['{a,b\n1,2\n', 'csv', 'csv'],
  ] as const)('of %j, requested as %s, has the format %s', async (text, format, expected) => {
    const { file, size } = fileOf(text)
    expect((await readHead(file, size, format)).format).toBe(expected)
  })
})
