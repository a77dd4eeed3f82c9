import { type BatchItem, CountryCode } from '#places/search/schemas'
import { ApiError } from '#platform/errors'
import { columnRoles, type InputRow, type SearchColumns } from '../input/index.ts'

/**
 * A row as an item of a batch search. Empty cells are left out. A country beside a free text
 * restricts the search when it is a code, and else belongs to the text.
 *
 * Throws `ApiError` `bad_request`.
 */
export function searchItemOf(row: InputRow, columns: SearchColumns): Omit<BatchItem, 'size'> {
  if (row.problem !== undefined) throw new ApiError('bad_request', `${sentence(row.problem)}.`)
  const item: Omit<BatchItem, 'size'> = {}
  for (const role of columnRoles) {
    const texts = columns[role]?.map((column) => row.text(column).trim()).filter((text) => text)
    if (texts?.length) item[role] = texts.join(role === 'text' ? ', ' : ' ')
  }
  // Without a column of its own, the house number is often in that of the street.
  if (item.street !== undefined && item.house_number === undefined) {
    item.address = item.street
    delete item.street
  }
  const { country, ...others } = item
  // Beside an empty text, a country alone is not searched.
  if (Object.keys(item).length === 0 || (columns.text && item.text === undefined)) {
    throw new ApiError('bad_request', 'The row has nothing to search for.')
  }
  if (item.text === undefined || country === undefined) return item
  if (CountryCode.safeParse(country).success) return item
  return { ...others, text: `${item.text}, ${country}` }
}

function sentence(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
