import { pause } from '#platform/concurrency'
import { invalidFile } from '../job-error.ts'
import type { Chunk } from '../steps/types.ts'
import { type ChunkLimits, ChunkList, chunkLimits } from './chunk-list.ts'
import { CsvScanner } from './csv-scanner.ts'
import type { Head } from './head.ts'
import type { InputFile } from './input-file.ts'
import { LineScanner } from './line-scanner.ts'
import { toSeparatorByte } from './parse-csv.ts'
import type { RecordScanner, RecordSink } from './scanner.ts'
import { TextCheck } from './text-check.ts'
import { encodingFault, nulFault } from './text-faults.ts'

/** Maximum bytes of one record. */
export const maxRecordBytes = 1024 * 1024

/** Bytes scanned between two pauses, 1 to 5 ms of work. */
const sliceBytes = 1024 * 1024

export interface ScanOptions {
  limits?: ChunkLimits
  /** Bytes per read. */
  blockBytes?: number
  /** Called after each slice. An exception from it ends the scan. */
  onProgress?(read: { rows: number; bytes: number }): void
  signal?: AbortSignal | undefined
}

/** Makes a scanner for the records after the head of a file. */
export function makeScanner(
  head: Pick<Head, 'format'> & { separator?: Parameters<typeof toSeparatorByte>[0] },
  start: Head['body'],
  sink: RecordSink,
): RecordScanner {
  if (head.format === 'jsonl') return new LineScanner(start, sink)
  return new CsvScanner(toSeparatorByte(head.separator ?? ''), start, sink)
}

/**
 * Reads the whole file once: checks that it is text in UTF-8, finds its records and groups them into chunks. Throws
 * `JobError` with the line at fault.
 */
export async function scanBody(
  file: InputFile,
  size: number,
  head: Head,
  { limits = chunkLimits, blockBytes, onProgress, signal }: ScanOptions = {},
): Promise<{ chunks: readonly Chunk[]; rows: number }> {
  const list = new ChunkList(limits)
  const scanner = makeScanner(head, head.body, (start, end, line) => {
    if (end - start > maxRecordBytes) throw recordTooLong(line)
    list.add(start, end, line)
  })
  const check = new TextCheck()
  let position = head.body.offset
  for await (const block of file.blocks({ start: head.body.offset, end: size }, blockBytes)) {
    for (let at = 0; at < block.length; at += sliceBytes) {
      const slice = block.subarray(at, at + sliceBytes)
      const fault = check.check(slice)
      scanner.feed(fault ? slice.subarray(0, fault.at) : slice)
      if (fault) throw fault.kind === 'nul' ? nulFault(scanner.line) : encodingFault(scanner.line)
      position += slice.length
      const { open } = scanner
      if (open && position - open.start > maxRecordBytes) throw openTooLong(scanner, open.line)
      onProgress?.({ rows: list.rows, bytes: position })
      await pause(signal)
    }
  }
  if (check.isCut) throw encodingFault(scanner.line)
  if (scanner.openQuoteLine !== undefined) throw unclosedQuote(scanner.openQuoteLine)
  scanner.end()
  if (list.rows === 0) throw noRows(head)
  return { chunks: list.chunks, rows: list.rows }
}

function noRows({ format }: Head) {
  const what = format === 'csv' ? 'has a header and no rows' : 'has no rows'
  return invalidFile(`The file ${what}.`)
}

function recordTooLong(line: number) {
  return invalidFile(
    `The row that begins on line ${line} is longer than 1 MB, which is the most for one row.`,
    line,
  )
}

function openTooLong({ openQuoteLine }: RecordScanner, line: number) {
  return openQuoteLine === undefined ? recordTooLong(line) : unclosedQuote(openQuoteLine, true)
}

function unclosedQuote(line: number, isOverLimit = false) {
  const where = isOverLimit
    ? 'within 1 MB, which is the most for one row'
    : 'before the end of the file'
  return invalidFile(`A quote (") is opened on line ${line} and not closed ${where}.`, line)
}
