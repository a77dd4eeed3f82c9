import { fold } from '#places/text'
import columnNames from '../../../../data/jobs/column-names.json' with { type: 'json' }
import { JobError } from '../job-error.ts'
import type { JobRequest } from '../schemas/index.ts'

/** Contents of columns: the parameters of search and structured-search. */
export const columnRoles = [
  'text',
  'address',
  'house_number',
  'street',
  'neighbourhood',
  'borough',
  'locality',
  'county',
  'region',
  'postalcode',
  'country',
] as const

export type ColumnRole = (typeof columnRoles)[number]

/** Indexes of the columns to search by, by role. */
export type SearchColumns = Partial<Record<ColumnRole, number[]>>

/**
 * Finds the columns that a request names. Without a request, detects columns by their names. Throws {@link JobError}.
 */
export function findColumns(
  header: readonly string[],
  requested: JobRequest['columns'],
): SearchColumns {
  const columns = requested ? findRequestedColumns(header, requested) : detectColumns(header)
  const names = Object.values(columns).flatMap((indexes) => indexes.map((index) => header[index]!))
  const repeated = names.find((name) => header.filter((other) => other === name).length > 1)
  if (repeated !== undefined) {
    const message = `Several columns are called "${truncateName(repeated)}", which is needed for the search. Give each a name of its own.`
    throw columnsError(message)
  }
  return columns
}

function findRequestedColumns(
  header: readonly string[],
  requested: NonNullable<JobRequest['columns']>,
): SearchColumns {
  const columns: SearchColumns = {}
  for (const role of columnRoles) {
    const names = requested[role]
    if (names !== undefined) columns[role] = [names].flat().map((name) => findColumn(header, name))
  }
  return columns
}

function findColumn(header: readonly string[], name: string): number {
  const exact = header.indexOf(name.trim())
  if (exact >= 0) return exact
  const alike = header.flatMap((other, index) => (fold(other) === fold(name) ? [index] : []))
  if (alike.length === 1 && fold(name) !== '') return alike[0]!
  throw columnsError(
    `There is no column "${truncateName(name)}". The columns are: ${quoteNames(header)}.`,
  )
}

const rolesByName = new Map(
  Object.entries(columnNames).flatMap(([role, names]) => names.map((name) => [name, role])),
)

/**
 * Detects columns by the names in `data/jobs/column-names.json`; the first column of each role wins. Prefers the parts
 * of an address to a free text if they include a street and a place. Without a column for the place, treats an address
 * column as free text, because it usually contains the place.
 */
function detectColumns(header: readonly string[]): SearchColumns {
  const found = new Map<string, number>()
  for (const [index, name] of header.entries()) {
    const role = rolesByName.get(fold(name))
    if (role !== undefined && !found.has(role)) found.set(role, index)
  }
  const at = (role: string) => found.get(role)
  const street = at('street')
  const ambiguous = at('house_number_beside_street')
  // A column "No." that is not beside the street probably numbers the rows.
  const isBeside =
    street !== undefined && ambiguous !== undefined && Math.abs(street - ambiguous) === 1
  const houseNumber = at('house_number') ?? (isBeside ? ambiguous : undefined)
  const streetLine = street ?? at('address')
  const hasPlace = at('locality') !== undefined || at('postalcode') !== undefined
  const country = at('country')
  const text = at('text') ?? (hasPartBesideAddress(found) ? undefined : at('address'))
  if (text !== undefined && !(streetLine !== undefined && hasPlace)) {
    return toColumns({ text, country })
  }
  const areas = { ...Object.fromEntries(found), text: undefined, address: undefined }
  const parts = toColumns({
    ...areas,
    ...(street === undefined ? { address: at('address') } : { street }),
    house_number: street === undefined ? undefined : houseNumber,
    country,
  })
  if (Object.keys(parts).length > 0) return parts
  throw columnsError(
    `No column is recognised by its name. The columns are: ${quoteNames(header)}. Name those to search by in "columns" of the request, for example {"columns": {"text": "${truncateName(header.find((name) => name !== '') ?? 'address')}"}}.`,
  )
}

function hasPartBesideAddress(found: ReadonlyMap<string, number>): boolean {
  return ['street', 'locality', 'postalcode', 'region', 'county', 'neighbourhood', 'borough'].some(
    (role) => found.has(role),
  )
}

function toColumns(found: Record<string, number | undefined>): SearchColumns {
  const columns: SearchColumns = {}
  for (const role of columnRoles) {
    const index = found[role]
    if (index !== undefined) columns[role] = [index]
  }
  return columns
}

function columnsError(message: string): JobError {
  return new JobError({ error: 'unknown_columns', message, line: 1 })
}

const maxListed = 30

function quoteNames(header: readonly string[]): string {
  const names = header.slice(0, maxListed).map((name) => `"${truncateName(name)}"`)
  const more = header.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function truncateName(name: string): string {
  const characters = [...name]
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : name
}
