import { pause } from '#platform/concurrency'
import type { Chunk } from '../steps/types.ts'
import type { InputFile } from './input-file.ts'
import { parseCsv, type Separator } from './parse-csv.ts'
import { csvRow, type InputRow, jsonRow } from './row.ts'
import { scannerOf } from './scan-body.ts'
import { bytesOf } from './scanner.ts'

/** How the records of a file are written. */
export interface RecordFormat {
  format: 'csv' | 'jsonl'
  /** Of CSV. */
  separator: Separator
  /** Columns of CSV; names of fields of JSON Lines. */
  header: readonly string[]
}

/** Bytes that are parsed at a time: about 3 ms of work. */
const groupBytes = 64 * 1024

/** The rows of a chunk in order. */
export async function readChunk(
  file: InputFile,
  { start, end, line }: Chunk,
  recordFormat: RecordFormat,
  signal?: AbortSignal,
): Promise<InputRow[]> {
  const bytes = await file.read({ start, end })
  const rows: InputRow[] = []
  for (const group of groupsOf(bytes, recordFormat, line)) {
    for (const row of parse(group, recordFormat)) rows.push(row)
    await pause(signal)
  }
  return rows
}

/** Whole records in groups of about {@link groupBytes}. */
function groupsOf(bytes: Uint8Array, recordFormat: RecordFormat, line: number): Uint8Array[] {
  const groups: Uint8Array[] = []
  let [groupStart, groupEnd] = [0, 0]
  const close = () => groupEnd > groupStart && groups.push(bytes.subarray(groupStart, groupEnd))
  const scanner = scannerOf(recordFormat, { offset: 0, line }, (start, end) => {
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

/** As `LineScanner` decides: whether a character is neither blank nor control. */
function hasText(line: string): boolean {
  for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) > bytesOf.blank) return true
  return false
}

function parse(records: Uint8Array, { format, separator, header }: RecordFormat): InputRow[] {
  if (format === 'csv') {
    return parseCsv(records, separator).map((fields) => csvRow(fields, header.length))
  }
  const { buffer, byteOffset, length } = records
  return Buffer.from(buffer, byteOffset, length)
    .toString()
    .split('\n')
    .filter(hasText)
    .map((line) => jsonRow(line, header))
}
