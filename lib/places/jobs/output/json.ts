import type { InputRow } from '../input/index.ts'
import { findUnusedName, listAddedValues } from './added-columns.ts'
import type { OutputFormat, OutputOptions } from './output-options.ts'

/** Writes one object per line: the fields of the input, then the added fields. */
export function makeJsonLinesOutput(options: OutputOptions): OutputFormat {
  const properties = makePropertiesWriter(options)
  return {
    before: '',
    between: '\n',
    after: '\n',
    rows: (row, outcome) =>
      listAddedValues(outcome, options.size).map((values) => properties(row, values)),
  }
}

/**
 * Writes a FeatureCollection (RFC 7946) with a point for each result. The geometry of a row without a result is null.
 */
export function makeGeojsonOutput(options: OutputOptions): OutputFormat {
  const properties = makePropertiesWriter(options)
  return {
    before: '{"type":"FeatureCollection","features":[\n',
    between: ',\n',
    after: '\n]}\n',
    rows: (row, outcome) =>
      listAddedValues(outcome, options.size).map((values) => {
        const [lat, lng] = values
        const geometry =
          lat === null
            ? 'null'
            : `{"type":"Point","coordinates":[${lng as number},${lat as number}]}`
        return `{"type":"Feature","geometry":${geometry},"properties":${properties(row, values)}}`
      }),
  }
}

type AddedValues = ReturnType<typeof listAddedValues>[number]

/**
 * Returns a function that writes objects as text, which preserves the order and repetition of fields and the digits of
 * large numbers.
 */
function makePropertiesWriter({ header, added, csv }: OutputOptions) {
  const formatKey = (name: string) => `${JSON.stringify(name)}:`
  const inputKeys = csv ? makeDistinctNames(header, added).map(formatKey) : []
  const addedKeys = added.map(formatKey)
  return ({ text, json }: InputRow, values: AddedValues): string => {
    const input = csv
      ? inputKeys.map((key, column) => key + JSON.stringify(text(column))).join(',')
      : (json ?? '{}').slice(1, -1).trim()
    const addedFields = values.map((value, i) => addedKeys[i] + JSON.stringify(value)).join(',')
    return `{${input}${input === '' ? '' : ','}${addedFields}}`
  }
}

/** Makes field names from column names: numbers repeated names, and names empty ones by their position. */
function makeDistinctNames(header: readonly string[], added: readonly string[]): string[] {
  const taken = new Set(added)
  return header.map((name, column) => {
    const unused = findUnusedName(name || `column_${column + 1}`, taken)
    taken.add(unused)
    return unused
  })
}
