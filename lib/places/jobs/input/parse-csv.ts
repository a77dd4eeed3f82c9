import { parse } from 'csv-parse/sync'

/**
 * Separator for files of one column. It occurs in no file, because NUL is refused; a comma in an unquoted address then
 * stays part of the address.
 */
const noSeparator = '\0'

/** Separators that are detected, most common first. */
export const separators = [',', ';', '\t'] as const

/** `''`: the file has one column. */
export type Separator = (typeof separators)[number] | ''

/** Returns the byte that a scanner looks for; -1 for a file of one column. */
export function toSeparatorByte(separator: Separator): number {
  return separator === '' ? -1 : separator.charCodeAt(0)
}

/**
 * Parses the fields of whole records, without trimming. Quotes within unquoted fields are ordinary characters, records
 * may have any number of fields, and empty lines are skipped.
 */
export function parseCsv(records: Uint8Array, separator: Separator): string[][] {
  const { buffer, byteOffset, length } = records
  return parse(Buffer.from(buffer, byteOffset, length), {
    delimiter: separator === '' ? noSeparator : separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 0,
  })
}
