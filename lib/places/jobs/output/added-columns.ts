import type { RenderedPlace } from '#places/search/schemas'

/** Columns that a job adds to each row, in order. */
const addedColumns = [
  'lat',
  'lng',
  'label',
  'confidence',
  'place_type',
  'match_type',
  'id',
  'error',
] as const

/** Column added when a row may have several results: the number of the result, from 1. */
const rankColumn = 'rank'

/** Checks whether a name is the name of an added column, ignoring case. */
export function isAddedName(name: string): boolean {
  return [...addedColumns, rankColumn].some((added) => added === name.trim().toLowerCase())
}

/**
 * Returns the names of the added columns, in order. Prefixes a name with `geocode_` if the input already has it,
 * ignoring case.
 */
export function nameAddedColumns(header: readonly string[], size: number): string[] {
  const taken = new Set(header.map((name) => name.toLowerCase()))
  return [...addedColumns, ...(size > 1 ? [rankColumn] : [])].map((name) =>
    findUnusedName(taken.has(name) ? `geocode_${name}` : name, taken),
  )
}

/** Returns the name, followed by the first free number if it is taken. */
export function findUnusedName(name: string, taken: ReadonlySet<string>): string {
  let unused = name
  for (let i = 2; taken.has(unused); i++) unused = `${name}_${i}`
  return unused
}

export type AddedValue = string | number | null

/** Result of searching a row. */
export interface RowOutcome {
  places: readonly RenderedPlace[]
  /** Reason why the row was not searched: a code and a sentence. */
  error?: string
}

/** Lists the added values of a row: one list per result, or a single list without a place. */
export function listAddedValues(
  { places, error = null }: Omit<RowOutcome, 'error'> & { error?: string | null },
  size: number,
) {
  const withRank = (values: AddedValue[], rank: number | null) =>
    size > 1 ? [...values, rank] : values
  if (places.length === 0)
    return [withRank([null, null, null, null, null, null, null, error], null)]
  return places.map(({ coordinates, label, confidence, place_type, match_type, id }, i) =>
    withRank(
      [coordinates.lat, coordinates.lng, label, confidence, place_type, match_type, id, error],
      i + 1,
    ),
  )
}
