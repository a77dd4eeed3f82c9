import { type AnswerBody, describePlace } from '#platform/mcp'

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

/** Shortens a place: omits the parts that its label contains. */
export function shortenPlace(place: AnswerBody): object {
  return Object.fromEntries(Object.entries(place).filter(([name]) => keptFields.includes(name)))
}

/** Writes one line for each place, or a sentence that there is none. */
export function listPlaces(places: readonly AnswerBody[]): string {
  if (places.length === 0) return 'Nothing was found.'
  return places.map((place, index) => `${index + 1}. ${describePlace(place)}`).join('\n')
}
