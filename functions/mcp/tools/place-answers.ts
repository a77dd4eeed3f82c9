import { type AnswerBody, placeText } from '#platform/mcp'

const keptFields = [
  'name',
  'label',
  'coordinates',
  'place_type',
  'confidence',
  'match_type',
  'distance_meters',
  'id',
]

/** A place without the parts that its label holds. */
export function shortPlace(place: AnswerBody): object {
  return Object.fromEntries(Object.entries(place).filter(([name]) => keptFields.includes(name)))
}

/** One line for each place, or a sentence that there is none. */
export function placeLines(places: readonly AnswerBody[]): string {
  if (places.length === 0) return 'Nothing was found.'
  return places.map((place, index) => `${index + 1}. ${placeText(place)}`).join('\n')
}
