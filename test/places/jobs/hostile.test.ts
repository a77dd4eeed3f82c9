import { gzipSync } from 'node:zlib'
import { encode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorkKeys } from '#places/jobs'
import type { JobRequest } from '#places/jobs/schemas'
import { installErrorMessages } from '#platform/api'
import { drop, type JobBench, jobBench, outcomeOf, run, upload } from '../../fixtures/jobs.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

installErrorMessages()

let bench: JobBench
beforeAll(async () => {
  bench = await jobBench(await gazetteerOf(towns))
})
afterAll(() => bench.close())

type Request = Parameters<typeof JobRequest.parse>[0]

/** Returns the failure of a refused file; checks that it costs nothing and leaves no objects. */
async function refusalOf(content: Uint8Array | string, request?: Request) {
  const before = await bench.accounts.getAccount(bench.accountId)
  const start = await upload(bench, content, request)
  expect(await run(bench.context, start)).toBe('ended')
  const { job, account } = await outcomeOf(bench, start.id)
  expect(job).toMatchObject({ state: 'failed', charged: 0, finishedAt: expect.any(String) })
  expect(account).toEqual(before)
  for await (const { key } of bench.files.list(makeWorkKeys(start.id).folder)) expect.fail(key)
  expect(job.failure!.message).toMatch(/ Nothing was charged\.$/)
  return job.failure!
}

/** Returns the outcome of an accepted file. */
async function resultOf(content: Uint8Array | string, request?: Request) {
  const start = await upload(bench, content, request)
  expect(await run(bench.context, start)).toBe('succeeded')
  return await outcomeOf(bench, start.id)
}

const rows = 'address,note\n"Rue du Moulin 3, Brumeville",a\n'

/** Returns the beginning of a zip file with the name of its first entry. */
function zipOf(name: string): Uint8Array {
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), Buffer.from('content')])
}

describe('a file that is not text', () => {
  const png = encode({ width: 1, height: 1, data: new Uint8Array(4), channels: 4, depth: 8 })
  const utf16 = Buffer.from(`\ufeff${rows}`, 'utf16le')
  test.each<[string, Uint8Array | string, RegExp]>([
    ['gzip', gzipSync(rows), /gzip file\. Decompress it/],
    ['zip', zipOf('addresses.csv'), /zip file\. Unpack it/],
    ['xlsx', zipOf('[Content_Types].xml'), /Excel .*Save the sheet as CSV/],
    ['ods', zipOf('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), /OpenDocument/],
    ['xls', Buffer.from('d0cf11e0a1b11ae100', 'hex'), /Excel .*Save the sheet as CSV/],
    ['PNG', png, /PNG image/],
    ['PDF', '%PDF-1.7\n', /PDF document/],
    ['UTF-16', utf16, /UTF-16 text\. Save it as UTF-8/],
    ['UTF-16 without its mark', utf16.subarray(2), /UTF-16 text\. Save it as UTF-8/],
    ['UTF-16 of the other order', Buffer.from(utf16).swap16(), /UTF-16 text\. Save it as UTF-8/],
  ])('is refused with advice: %s', async (_, content, message) => {
    expect(await refusalOf(content)).toEqual({
      error: 'unsupported_file',
      message: expect.stringMatching(message),
    })
  })
})

describe('a file that breaks the rules of its format', () => {
  const invalid = (text: string, ...bytes: number[]) =>
    Buffer.concat([Buffer.from(text), Buffer.from(bytes), Buffer.from(' x\n')])
  const long = 'x'.repeat(1024 * 1024)
  test.each<[string, Uint8Array | string, RegExp, number | undefined]>([
    ['empty', '', /empty/, undefined],
    ['a byte order mark alone', '\ufeff', /empty/, undefined],
    ['a million empty lines', '\r\n'.repeat(1_000_000), /empty/, undefined],
    ['a header alone', 'address,note\n', /header and no rows/, undefined],
    [
      'a header and a million empty lines',
      `address\n${'\n'.repeat(1_000_000)}`,
      /no rows/,
      undefined,
    ],
    ['a quote that is not closed', `${rows}"Rue du Moulin\n3,b\n`, /line 3 and not closed/, 3],
    [
      'a quote that is not closed in 2 MB',
      `${rows}a,"${'b\n'.repeat(1_000_000)}`,
      /line 3 .* 1 MB/,
      3,
    ],
    ['a line of 50 MB', `${rows}${'x'.repeat(50_000_000)}\n`, /line 3 is longer than 1 MB/, 3],
    [
      'a row over 1 MB in many lines',
      `${rows}"${long.replaceAll('xx', 'x\n')}x",b\n`,
      /line 3 .*1 MB/,
      3,
    ],
    ['a header of 50 MB', 'x,'.repeat(25_000_000), /header.* longer than 64 KB/, 1],
    ['a header that does not end', `"address,note\n${'a,b\n'.repeat(100_000)}`, /header.*quote/, 1],
    ['a NUL', `${rows}b\0c,d\n`, /Line 3 has a NUL/, 3],
    ['a NUL in the header', `\n\naddress,n\0\nb,c\n`, /Line 3 has a NUL/, 3],
    [
      'a byte of Latin-1',
      invalid(`${rows}"multi\nline",a\nRue de l'`, 0xe9),
      /Line 5 is not text in UTF-8/,
      5,
    ],
    [
      'half a character at the end',
      Buffer.from(`${rows}é`).subarray(0, -1),
      /Line 3 is not text in UTF-8/,
      3,
    ],
    ['a lone surrogate', invalid(rows, 0xed, 0xa0, 0x80), /Line 3 is not text in UTF-8/, 3],
    ['Latin-1 in the header', invalid('ann', 0xe9), /Line 1 is not text in UTF-8/, 1],
    ['a JSON list', '\n[{"address": "a"}]', /JSON list/, 2],
    ['JSON Lines without an object', '{"a"\n1\n', /No line .* JSON object/, 1],
  ])('is refused with the line number: %s', async (_, content, message, line) => {
    const failure = await refusalOf(content)
    expect(failure).toMatchObject({
      error: 'invalid_file',
      message: expect.stringMatching(message),
    })
    expect(failure.line).toBe(line)
  })
})

describe('a file without clear columns', () => {
  test.each<[string, string, Request, RegExp]>([
    [
      'none is recognised',
      'foo,bar\n1,2\n',
      {},
      /columns are: "foo", "bar".* "columns" .*\{"text": "foo"\}/,
    ],
    [
      'there is no such column',
      rows,
      { columns: { text: 'adress' } },
      /no column "adress".*"address", "note"/,
    ],
    [
      'two have the name that is needed',
      'city,City,city\na,b,c\n',
      {},
      /Several columns are called "city"/,
    ],
    ['fields are not named', '{"foo": 1}\n', {}, /columns are: "foo"/],
  ])('is refused with its column names: %s', async (_, content, request, message) => {
    expect(await refusalOf(content, request)).toMatchObject({
      error: 'unknown_columns',
      message: expect.stringMatching(message),
    })
  })
})

describe('an unusual file', () => {
  test('is read as CSV when its column names are in brackets', async () => {
    const { result } = await resultOf('[id],[city]\n1,Brumeville\n', {
      columns: { locality: '[city]' },
    })
    expect(result).toContain('1,Brumeville,45.1,5.1,')
  })

  test('is read when it has 2,000 columns', async () => {
    const names = Array.from({ length: 2000 }, (_, i) => `column ${i}`)
    const cells = names.map((_, i) => (i === 1234 ? 'Brumeville' : `${i}`))
    const csv = `${names.join()}\n${cells.join()}\n`
    const { result } = await resultOf(csv, { columns: { text: 'column 1234' } })
    const [header, row] = result!.split('\n')
    expect(header!.split(',').slice(0, 2000)).toEqual(names)
    expect(row).toContain(`${cells.join()},45.1,5.1,`)
  })

  test('is read with repeated and empty column names, each in its place', async () => {
    const csv = 'city,,note,note,\nBrumeville,1,2,3,4\n'
    expect((await resultOf(csv)).result).toContain('city,,note,note,,lat,lng,')
    const { result } = await resultOf(csv, { output: 'jsonl' })
    expect(result).toContain(
      '{"city":"Brumeville","column_2":"1","note":"2","note_2":"3","column_5":"4","lat":45.1',
    )
  })

  test('is read with a million empty lines between two rows', async () => {
    const { job } = await resultOf(`city\nBrumeville\n${'\n'.repeat(1_000_000)}Paris\n`)
    expect(job).toMatchObject({ totalRows: 2, counts: { matched: 2 } })
  })

  test('is read with rows of more and fewer fields than the header', async () => {
    const { result, job } = await resultOf('city,note\nBrumeville\nBrumeville,a,\nBrumeville,a,b\n')
    const lines = result!.split('\n')
    expect(lines[1]).toMatch(/^Brumeville,,45\.1,/)
    expect(lines[2]).toMatch(/^Brumeville,a,45\.1,/)
    expect(lines[3]).toBe('Brumeville,a,,,,,,,,"bad_request: The row has 3 fields, the header 2."')
    expect(job.counts).toEqual({ matched: 2, unmatched: 0, failed: 1 })
  })

  test('is read with quotes in the middle of a field', async () => {
    const { result } = await resultOf('city,size\nBrumeville,5" pipe\nParis,x"\n')
    expect(result).toContain('Brumeville,"5"" pipe",45.1')
    expect(result).toContain('Paris,"x""",48.86')
  })

  test('is read with a text that is too long, which fails only its row', async () => {
    const { result, job } = await resultOf(`address\n${'x'.repeat(801)}\nBrumeville\n`)
    expect(result).toContain('bad_request: text must have at most 800 characters')
    expect(job.counts).toEqual({ matched: 1, unmatched: 0, failed: 1 })
  })

  test('is read with JSON lines that are not objects or are nested too deeply, which fail alone', async () => {
    const deep = `{"city":"Brumeville","x":${'['.repeat(300_000)}${']'.repeat(300_000)}}`
    const { result, job } = await resultOf(`{"city":"Brumeville"}\n[1]\n{"a"\n${deep}\n`)
    expect(
      result!
        .split('\n')
        .slice(1, 4)
        .map((line) => JSON.parse(line).error),
    ).toEqual([
      'bad_request: The line is no JSON object.',
      'bad_request: The line is no valid JSON.',
      'bad_request: The object is nested over 100 levels.',
    ])
    expect(job.counts).toEqual({ matched: 1, unmatched: 0, failed: 3 })
  })
})

describe('a dropped file', () => {
  test.each([
    '..\\..\\etc\\passwd.csv',
    '....csv',
    '.csv',
    'a"b\r\nc: d.csv',
    'ü'.repeat(120),
    '=1+1.csv',
  ])('has its result in the folder of the job, whatever its name is: %j', async (name) => {
    const start = await drop(bench, name, rows)
    expect(await run(bench.context, start)).toBe('succeeded')
    const [newest] = await bench.jobs.list(bench.accountId, { limit: 1 })
    const { key } = newest!.result!
    expect(key).toMatch(
      new RegExp(`^jobs/out/${bench.accountId}/${newest!.jobId}/[^/\\\\"\\r\\n]+-geocoded\\.csv$`),
    )
  })

  test.each(['../other/a.csv', './a.csv', 'a//b.csv', 'a/../../../b.csv'])(
    'starts no job when its key climbs folders: %s',
    async (name) => {
      const before = await bench.jobs.list(bench.accountId, { limit: 1000 })
      const key = `jobs/in/${bench.accountId}/${name}`
      expect(await run(bench.context, { key, executionId: 'x' })).toBe('ended')
      expect(await bench.jobs.list(bench.accountId, { limit: 1000 })).toEqual(before)
    },
  )

  test.each([
    ['{', /request in a\.csv\.job\.json is not JSON: /],
    ['{"country": "AND"}', /is not valid: .*country/],
    ['{"output": "xml"}', /not valid: output must be one of/],
    [' '.repeat(70_000), /has 70000 bytes/],
  ])('fails its job when the request beside it is not valid: %#', async (request, message) => {
    await drop(bench, 'a.csv.job.json', request)
    const start = await drop(bench, 'a.csv', rows)
    expect(await run(bench.context, start)).toBe('ended')
    const [newest] = await bench.jobs.list(bench.accountId, { limit: 1 })
    expect(newest).toMatchObject({
      state: 'failed',
      failure: { error: 'bad_request', message: expect.stringMatching(message) },
    })
  })
})
