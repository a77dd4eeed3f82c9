import { makeCellReader, parseJsonRecord } from './json-record.ts'

/** A row of the input. */
export interface InputRow {
  /** Returns the text of a column; empty when the row has no value in it. */
  text(column: number): string
  /** A row of JSON Lines as written. */
  json?: string
  /** Field names of a row of JSON Lines. */
  keys?: readonly string[]
  /** Reason why the row cannot be searched, in a few words. */
  problem?: string
}

/**
 * Makes a row from a record of CSV. Ignores empty fields after the last column, which come from trailing separators.
 */
export function makeCsvRow(fields: readonly string[], columnCount: number): InputRow {
  const text = (column: number) => fields[column] ?? ''
  if (fields.length <= columnCount || fields.slice(columnCount).every((field) => field === '')) {
    return { text }
  }
  return { text, problem: `the row has ${fields.length} fields, the header ${columnCount}` }
}

export function parseJsonRow(line: string, header: readonly string[]): InputRow {
  const record = parseJsonRecord(line)
  if ('problem' in record) return { text: () => '', problem: record.problem }
  const cellText = makeCellReader(record)
  const text = (column: number) => cellText(header[column]!)
  return { text, json: record.text, keys: Object.keys(record.fields) }
}
