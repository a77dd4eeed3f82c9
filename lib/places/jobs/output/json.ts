import type { InputRow } from '../input/index.ts'
import { addedValues, unusedName } from './added-columns.ts'
import type { OutputFormat, OutputOptions } from './output-options.ts'

/** One object a line: the fields of the input, then the added ones. */
export function jsonLinesOutput(options: OutputOptions): OutputFormat {
  const properties = propertiesWriter(options)
  return {
    before: '',
    between: '\n',
    after: '\n',
    rows: (row, outcome) =>
      addedValues(outcome, options.size).map((values) => properties(row, values)),
  }
}

/** A FeatureCollection (RFC 7946) with a point for each result; without one the geometry is null. */
export function geojsonOutput(options: OutputOptions): OutputFormat {
  const properties = propertiesWriter(options)
  return {
    before: '{"type":"FeatureCollection","features":[\n',
    between: ',\n',
    after: '\n]}\n',
    rows: (row, outcome) =>
      addedValues(outcome, options.size).map((values) => {
        const [lat, lng] = values
        const geometry =
          lat === null
            ? 'null'
            : `{"type":"Point","coordinates":[${lng as number},${lat as number}]}`
        return `{"type":"Feature","geometry":${geometry},"properties":${properties(row, values)}}`
      }),
  }
}

type AddedValues = ReturnType<typeof addedValues>[number]

/** Writes objects as text, which keeps the order and repetition of fields and the digits of large numbers. */
function propertiesWriter({ header, added, csv }: OutputOptions) {
  const keyOf = (name: string) => `${JSON.stringify(name)}:`
  const inputKeys = csv ? distinctNames(header, added).map(keyOf) : []
  const addedKeys = added.map(keyOf)
  return ({ text, json }: InputRow, values: AddedValues): string => {
    const input = csv
      ? inputKeys.map((key, column) => key + JSON.stringify(text(column))).join(',')
      : (json ?? '{}').slice(1, -1).trim()
    const addedFields = values.map((value, i) => addedKeys[i] + JSON.stringify(value)).join(',')
    return `{${input}${input === '' ? '' : ','}${addedFields}}`
  }
}

/** Column names as field names: a repeated name gets a number, an empty one is named by its position. */
function distinctNames(header: readonly string[], added: readonly string[]): string[] {
  const taken = new Set(added)
  return header.map((name, column) => {
    const unused = unusedName(name || `column_${column + 1}`, taken)
    taken.add(unused)
    return unused
  })
}
