import type { RenderedPlace } from '../../geocoding/schemas/index.ts'

/** What a job adds to each row, in this order. */
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

/** Added where a row may have several results. */
const rankColumn = 'rank'

/** Whether a name is, or is but for its case, that of an added column. */
export function isAddedName(name: string): boolean {
  return [...addedColumns, rankColumn].some((added) => added === name.trim().toLowerCase())
}

/**
 * The names of the added columns, in their order: where the input has a name, in upper or lower case, with
 * `geocode_` before it.
 */
export function addedNames(header: readonly string[], size: number): string[] {
  const taken = new Set(header.map((name) => name.toLowerCase()))
  return [...addedColumns, ...(size > 1 ? [rankColumn] : [])].map((name) =>
    unusedName(taken.has(name) ? `geocode_${name}` : name, taken),
  )
}

/** The name, or with the first number that makes it a new one. */
export function unusedName(name: string, taken: ReadonlySet<string>): string {
  let unused = name
  for (let i = 2; taken.has(unused); i++) unused = `${name}_${i}`
  return unused
}

export type AddedValue = string | number | null

/** What the search of a row gave. */
export interface RowOutcome {
  places: readonly RenderedPlace[]
  /** Why the row was not searched: a code and a sentence. */
  error?: string
}

/** The added values of a row: a list for each result, and one if there is none. */
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
