import type { RenderedPlace } from '#places/search/schemas'

/** Columns that a job adds to each row, in this order. */
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

/** Added where a row may have several results: the number of the result, from 1. */
const rankColumn = 'rank'

/** Whether a name is that of an added column, in any case. */
export function isAddedName(name: string): boolean {
  return [...addedColumns, rankColumn].some((added) => added === name.trim().toLowerCase())
}

/**
 * The names of the added columns, in their order. A name that the input has, in upper or lower case, gets
 * `geocode_` before it.
 */
export function addedNames(header: readonly string[], size: number): string[] {
  const taken = new Set(header.map((name) => name.toLowerCase()))
  return [...addedColumns, ...(size > 1 ? [rankColumn] : [])].map((name) =>
    unusedName(taken.has(name) ? `geocode_${name}` : name, taken),
  )
}

/** The name, with the first free number after it if it is taken. */
export function unusedName(name: string, taken: ReadonlySet<string>): string {
  let unused = name
  for (let i = 2; taken.has(unused); i++) unused = `${name}_${i}`
  return unused
}

export type AddedValue = string | number | null

/** The result of searching a row. */
export interface RowOutcome {
  places: readonly RenderedPlace[]
  /** Why the row was not searched: a code and a sentence. */
  error?: string
}

/** The added values of a row: one list for each result, or one without a place. */
export function addedValues(
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
