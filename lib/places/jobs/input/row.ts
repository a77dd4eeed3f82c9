import { cellTexts, parseJsonRecord } from './json-record.ts'

/** A row of the input. */
export interface InputRow {
  /** The text of a column; empty where the row has none. */
  text(column: number): string
  /** A row of JSON Lines as it was written. */
  json?: string
  /** The names of the fields of a row of JSON Lines. */
  keys?: readonly string[]
  /** Why the row cannot be searched, in a few words. */
  problem?: string
}

/** A record of CSV. Empty fields after the last column come from trailing separators and are ignored. */
export function csvRow(fields: readonly string[], columnCount: number): InputRow {
  const text = (column: number) => fields[column] ?? ''
  if (fields.length <= columnCount || fields.slice(columnCount).every((field) => field === '')) {
    return { text }
  }
  return { text, problem: `the row has ${fields.length} fields, the header ${columnCount}` }
}

export function jsonRow(line: string, header: readonly string[]): InputRow {
  const record = parseJsonRecord(line)
  if ('problem' in record) return { text: () => '', problem: record.problem }
  const cellText = cellTexts(record)
  const text = (column: number) => cellText(header[column]!)
  return { text, json: record.text, keys: Object.keys(record.fields) }
}
