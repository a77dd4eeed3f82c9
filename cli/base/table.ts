type OutputValue = string | number | readonly string[] | undefined
export type OutputRow = Readonly<Record<string, OutputValue>>

/** Formats rows as aligned columns under upper-case headings, with money and numbers right-aligned. */
export function formatTable(rows: readonly OutputRow[], columns: readonly string[]): string {
  const heading = Object.fromEntries(columns.map((name) => [name, name.toUpperCase()]))
  const lines = [heading, ...rows].map((row) => columns.map((name) => formatValue(row[name])))
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  return lines
    .map((line) =>
      line
        .map((text, i) =>
          isNumeric(columns[i]!) ? text.padStart(widths[i]!) : text.padEnd(widths[i]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats a record as a name and a value on each line. */
export function formatRecord(row: OutputRow): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length))
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${formatValue(value)}`.trimEnd())
    .join('\n')
}

/** Streams rows as a JSON array that is never in memory as a whole. */
export async function* streamJsonArray(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}\n  ${JSON.stringify(row)}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

function formatValue(value: OutputValue): string {
  if (value === undefined) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function isNumeric(column: string): boolean {
  return column === 'sequence' || column.endsWith('_usd')
}
