import { formatRecord, formatTable, type OutputRow } from './table.ts'

export interface JsonOption {
  json?: boolean
}

/** Option of every command that prints data. */
export const jsonOption = ['--json', 'print JSON instead of text'] as const

/** Prints a value as JSON, or its text. */
export function print({ json }: JsonOption, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}

/** Prints a record: as JSON, or one field per line. */
export function printRecord(options: JsonOption, record: OutputRow): void {
  print(options, record, formatRecord(record))
}

/** Prints records: as a JSON array, or as a table of these columns. */
export function printTable(
  options: JsonOption,
  rows: readonly OutputRow[],
  { columns, empty }: { columns: readonly string[]; empty: string },
): void {
  print(options, rows, rows.length === 0 ? empty : formatTable(rows, columns))
}
