import { parse } from 'csv-parse/sync'

/**
 * For files of one column: a separator that no file has, because NULs are refused. A comma in an unquoted
 * address is then part of the address.
 */
const noSeparator = '\0'

/** Separators that are detected, the most usual first. */
export const separators = [',', ';', '\t'] as const

/** `''`: the file has one column. */
export type Separator = (typeof separators)[number] | ''

/** The byte that a scanner looks for. */
export function separatorByte(separator: Separator): number {
  return separator === '' ? -1 : separator.charCodeAt(0)
}

/**
 * The fields of whole records, as they are: nothing is trimmed. Quotes within unquoted fields are characters,
 * records may have any number of fields, lines without a character are left out.
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
