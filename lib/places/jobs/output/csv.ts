import { type AddedValue, addedValues } from './added-columns.ts'
import type { OutputFormat, OutputOptions } from './output-options.ts'

/**
 * CSV with the separator, line ends and byte order mark of the input, or commas and LF where that is no CSV.
 * Input texts stay as they are.
 */
export function csvOutput({ header, added, size, csv }: OutputOptions): OutputFormat {
  const separator = csv?.separator || ','
  const lineEnd = csv?.lineEnd ?? '\n'
  const field = (text: string) => quoted(text, separator)
  return {
    before: `${csv?.hasBom ? '\ufeff' : ''}${[...header, ...added].map(field).join(separator)}${lineEnd}`,
    between: lineEnd,
    after: lineEnd,
    rows: (row, outcome) => {
      const input = header.map((_, column) => field(row.text(column)))
      return addedValues(outcome, size).map((values) =>
        [...input, ...values.map((value) => field(addedText(value)))].join(separator),
      )
    },
  }
}

function quoted(text: string, separator: string): string {
  if (!/["\r\n]/.test(text) && !text.includes(separator)) return text
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * A spreadsheet takes a text that begins with one of these for a formula. As OWASP advises ("CSV Injection"), an
 * apostrophe goes before it. Negative numbers are no formulas and stay numbers.
 */
const formulaStart = /^[=+\-@\t\r]/

function addedText(value: AddedValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return formulaStart.test(value) ? `'${value}` : value
}
