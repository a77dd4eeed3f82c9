import { cellText, parseJsonRecord } from './json-record.ts'

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

/** A record of CSV. Empty fields after the last column are what a trailing separator leaves. */
export function csvRow(fields: readonly string[], columns: number): InputRow {
  const text = (column: number) => fields[column] ?? ''
  if (fields.length <= columns || fields.slice(columns).every((field) => field === '')) {
    return { text }
  }
  return { text, problem: `the row has ${fields.length} fields, the header ${columns}` }
}

export function jsonRow(line: string, header: readonly string[]): InputRow {
  const record = parseJsonRecord(line)
  if ('problem' in record) return { text: () => '', problem: record.problem }
  const { text: json, fields } = record
  const text = (column: number) => {
    const name = header[column]!
    return Object.hasOwn(fields, name) ? cellText(fields[name]) : ''
  }
  return { text, json, keys: Object.keys(fields) }
}
