import { type AddedValue, listAddedValues } from './added-columns.ts'
import type { OutputFormat, OutputOptions } from './output-options.ts'

/**
 * Writes CSV with the separator, line ends and byte order mark of the input, or with commas and LF when the input is
 * not CSV. Input texts stay unchanged.
 */
export function makeCsvOutput({ header, added, size, csv }: OutputOptions): OutputFormat {
  const separator = csv?.separator || ','
  const lineEnd = csv?.lineEnd ?? '\n'
  const field = (text: string) => quoteField(text, separator)
  return {
    before: `${csv?.hasBom ? '\ufeff' : ''}${[...header, ...added].map(field).join(separator)}${lineEnd}`,
    between: lineEnd,
    after: lineEnd,
    rows: (row, outcome) => {
      const input = header.map((_, column) => field(row.text(column)))
      return listAddedValues(outcome, size).map((values) =>
        [...input, ...values.map((value) => field(formatAdded(value)))].join(separator),
      )
    },
  }
}

function quoteField(text: string, separator: string): string {
  if (!/["\r\n]/.test(text) && !text.includes(separator)) return text
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * First characters of texts that a spreadsheet treats as formulas. As OWASP advises ("CSV Injection"), an apostrophe is
 * put before such a text. Negative numbers are not formulas and stay numbers.
 */
const formulaStart = /^[=+\-@\t\r]/

function formatAdded(value: AddedValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return formulaStart.test(value) ? `'${value}` : value
}
