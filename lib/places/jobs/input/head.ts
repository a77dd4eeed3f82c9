import { pause } from '#platform/concurrency'
import { invalidFile, JobError } from '../job-error.ts'
import type { JobRequest } from '../schemas/index.ts'
import { CsvScanner } from './csv-scanner.ts'
import type { InputFile } from './input-file.ts'
import { parseCsv, type Separator, separators, toSeparatorByte } from './parse-csv.ts'
import { byteValues, type ScanStart } from './scanner.ts'
import { detectUnsupported } from './sniff.ts'
import { TextCheck } from './text-check.ts'
import { encodingFault, nulFault } from './text-faults.ts'

/**
 * Maximum bytes of the header. JSON outputs repeat its names in each row, and CSV outputs have a field for each name in
 * every row.
 */
export const maxHeaderBytes = 64 * 1024

/** Records after the header that are sampled to detect the separator. */
const sampledRecords = 20

/** Format of a file, and the position where its records begin. */
export type Head = { hasBom: boolean; body: ScanStart } & (
  | { format: 'csv'; separator: Separator; lineEnd: '\n' | '\r\n'; header: string[] }
  | { format: 'jsonl' }
)

/** Reads the beginning of a file: its format, separator and header. Throws {@link JobError}. */
export async function readHead(
  file: InputFile,
  size: number,
  format: JobRequest['format'],
): Promise<Head> {
  if (size === 0) throw empty()
  const first = await file.read({ start: 0, end: Math.min(size, sampleBytes) })
  const refusal = detectUnsupported(first)
  if (refusal) throw new JobError(refusal)
  const hasBom = Buffer.from(first.subarray(0, 3)).toString('hex') === 'efbbbf'
  const start = await skipEmptyLines(file, { start: hasBom ? 3 : 0, end: size })
  const sample = await file.read({
    start: start.offset,
    end: Math.min(size, start.offset + sampleBytes),
  })
  const isWhole = start.offset + sample.length === size
  const firstByte = sample.find((byte) => byte > byteValues.blank)
  if (format !== 'csv' && isJsonList(sample)) throw jsonList(start.line)
  if (format === 'jsonl' || (format === 'auto' && firstByte === openBrace)) {
    return { format: 'jsonl', hasBom, body: start }
  }
  return { format: 'csv', hasBom, ...readHeader(sample, isWhole, start) }
}

const openBrace = 0x7b

/** Bytes of the sample, enough for the longest header and some records. */
const sampleBytes = 4 * maxHeaderBytes

const empty = () => invalidFile('The file is empty: it has no rows.')

/** Detects a list of objects; `[id],[address]` is a header of CSV. */
function isJsonList(sample: Uint8Array): boolean {
  return /^\s*\[\s*[{\]]/.test(Buffer.from(sample).toString('latin1'))
}

function jsonList(line: number): JobError {
  return invalidFile(
    'The file is a JSON list. Send JSON Lines: one object a line, without brackets and commas around them.',
    line,
  )
}

/** Skips empty lines. Returns the position of the first byte after them. */
async function skipEmptyLines(
  file: InputFile,
  range: { start: number; end: number },
): Promise<ScanStart> {
  let { start: offset } = range
  let line = 1
  let previous = 0
  for await (const block of file.blocks(range)) {
    for (let at = 0; at < block.length; at++) {
      const byte = block[at]!
      if (byte !== byteValues.lf && byte !== byteValues.cr) return { offset: offset + at, line }
      if (byte === byteValues.cr || previous !== byteValues.cr) line++
      previous = byte
    }
    offset += block.length
    await pause()
  }
  throw empty()
}

function readHeader(sample: Uint8Array, isWhole: boolean, start: ScanStart) {
  const separator = detectSeparator(sample, isWhole)
  const [record] = takeRecords(sample, { separator, isWhole, max: 1 })
  if (!record || record.length > maxHeaderBytes) {
    throw invalidFile(
      `The header, the first line with text, is longer than ${maxHeaderBytes / 1024} KB, or a quote in it is not closed.`,
      start.line,
    )
  }
  checkText(record, start.line)
  const text = Buffer.from(record).toString()
  const lines = text.match(/\r\n|\n|\r/g)?.length ?? 0
  const [names = []] = parseCsv(record, separator)
  const lineEnd: '\n' | '\r\n' = text.endsWith('\r\n') ? '\r\n' : '\n'
  return {
    separator,
    lineEnd,
    header: names.map((name) => name.trim()),
    body: { offset: start.offset + record.length, line: start.line + lines },
  }
}

function checkText(record: Uint8Array, line: number): void {
  const check = new TextCheck()
  const fault = check.check(record)
  if (fault?.kind === 'nul') throw nulFault(line)
  if (fault || check.isCut) throw encodingFault(line)
}

/** Returns up to `max` whole records from the beginning of a sample. */
function takeRecords(
  sample: Uint8Array,
  { separator, isWhole, max }: { separator: Separator; isWhole: boolean; max: number },
): Uint8Array[] {
  const records: Uint8Array[] = []
  const scanner = new CsvScanner(
    toSeparatorByte(separator),
    { offset: 0, line: 1 },
    (start, end) => records.length < max && records.push(sample.subarray(start, end)),
  )
  scanner.feed(sample)
  if (isWhole && scanner.openQuoteLine === undefined) scanner.end()
  return records
}

/**
 * Detects the separator: most sampled records must have the same number of fields as the header; then the most fields
 * in the header win. A separator before a blank counts less, because it may belong to a text. A header without any
 * separator means a file of one column.
 */
function detectSeparator(sample: Uint8Array, isWhole: boolean): Separator {
  let best: { separator: Separator; score: number } = { separator: '', score: 0 }
  for (const separator of separators) {
    const records = takeRecords(sample, { separator, isWhole, max: 1 + sampledRecords })
    const [header = [], ...others] = records.map((record) => parseCsv(record, separator)[0] ?? [])
    if (header.length < 2) continue
    const agreeing = others.filter((fields) => fields.length === header.length).length
    const share = Math.round((agreeing / Math.max(1, others.length)) * 10)
    const afterBlank = header.filter((name) => name.startsWith(' ')).length
    const score = share * maxHeaderBytes + header.length - afterBlank
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}
