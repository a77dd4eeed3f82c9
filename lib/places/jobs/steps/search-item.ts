import { type BatchItem, CountryCode } from '#places/search/schemas'
import { ApiError } from '#platform/errors'
import { columnRoles, type InputRow, type SearchColumns } from '../input/index.ts'

/**
 * Converts a row to an item of a batch search. Omits empty cells. A country beside a free text restricts the search
 * when it is a code; otherwise it is appended to the text.
 *
 * @throws ApiError `bad_request` if the row has nothing to search for.
 */
export function toSearchItem(row: InputRow, columns: SearchColumns): Omit<BatchItem, 'size'> {
  if (row.problem !== undefined) throw new ApiError('bad_request', `${toSentence(row.problem)}.`)
  const item: Omit<BatchItem, 'size'> = {}
  for (const role of columnRoles) {
    const texts = columns[role]?.map((column) => row.text(column).trim()).filter((text) => text)
    if (texts?.length) item[role] = texts.join(role === 'text' ? ', ' : ' ')
  }
  // A row without a house number may have it in the street, which is then searched as an address line.
  if (item.street !== undefined && item.house_number === undefined) {
    item.address = item.street
    delete item.street
  }
  const { country, ...others } = item
  // If the file has a column of texts, a row needs a text: a country alone is not searched.
  if (Object.keys(item).length === 0 || (columns.text && item.text === undefined)) {
    throw new ApiError('bad_request', 'The row has nothing to search for.')
  }
  if (item.text === undefined || country === undefined) return item
  if (CountryCode.safeParse(country).success) return item
  return { ...others, text: `${item.text}, ${country}` }
}

function toSentence(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
