import { pause } from '#platform/concurrency'
import type { Chunk } from '../steps/types.ts'
import type { InputFile } from './input-file.ts'
import { parseCsv, type Separator } from './parse-csv.ts'
import { type InputRow, makeCsvRow, parseJsonRow } from './row.ts'
import { makeScanner } from './scan-body.ts'
import { byteValues } from './scanner.ts'

/** Format of the records of a file. */
export interface RecordFormat {
  format: 'csv' | 'jsonl'
  /** Field separator of CSV; not used for JSON Lines. */
  separator: Separator
  /** Column names of CSV; field names of JSON Lines. */
  header: readonly string[]
}

/** Bytes parsed at a time, about 3 ms of work. */
const groupBytes = 64 * 1024

/** Reads the rows of a chunk, in order. */
export async function readChunk(
  file: InputFile,
  { start, end, line }: Chunk,
  recordFormat: RecordFormat,
  signal?: AbortSignal,
): Promise<InputRow[]> {
  const bytes = await file.read({ start, end })
  const rows: InputRow[] = []
  for (const group of groupRecords(bytes, recordFormat, line)) {
    for (const row of parse(group, recordFormat)) rows.push(row)
    await pause(signal)
  }
  return rows
}

/** Splits bytes into groups of whole records, each of at most {@link groupBytes} unless one record is longer. */
function groupRecords(bytes: Uint8Array, recordFormat: RecordFormat, line: number): Uint8Array[] {
  const groups: Uint8Array[] = []
  let [groupStart, groupEnd] = [0, 0]
  const close = () => groupEnd > groupStart && groups.push(bytes.subarray(groupStart, groupEnd))
  const scanner = makeScanner(recordFormat, { offset: 0, line }, (start, end) => {
    if (end - groupStart > groupBytes) {
      close()
      groupStart = start
    }
    groupEnd = end
  })
  scanner.feed(bytes)
  scanner.end()
  close()
  return groups
}

/** Returns whether a line contains a character above U+0020, as `LineScanner` tests. */
function hasText(line: string): boolean {
  for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) > byteValues.blank) return true
  return false
}

function parse(records: Uint8Array, { format, separator, header }: RecordFormat): InputRow[] {
  if (format === 'csv') {
    return parseCsv(records, separator).map((fields) => makeCsvRow(fields, header.length))
  }
  const { buffer, byteOffset, length } = records
  return Buffer.from(buffer, byteOffset, length)
    .toString()
    .split('\n')
    .filter(hasText)
    .map((line) => parseJsonRow(line, header))
}
