import { untimed } from '../concurrency/index.ts'
import type { Gazetteer } from '../gazetteer/index.ts'
import type { LatLon } from '../geo/index.ts'
import {
  coordinatesIn,
  renderPlaces,
  type SearchContext,
  type SearchResult,
  type SoughtText,
  search,
} from '../geocoding/index.ts'
import type { RenderedPlace } from '../geocoding/schemas/index.ts'

/** A search result and its form in the response. */
export interface FoundPlace {
  result: SearchResult
  place: RenderedPlace
}

export interface FindTextOptions {
  /** Of places with equal names the nearer to this come first. */
  focus: LatLon | undefined
  /** Languages for names. */
  languages: readonly string[] | undefined
}

/** Results that a text is searched for: enough that three other places are among them, where there are. */
const searchSize = 20

/** A first result below this confidence has a warning. */
const doubtfulConfidence = 0.8

/**
 * The places that a text of the request means, best first; warns when the first one matches it in part only.
 * Warnings begin with the name of the field.
 */
export async function findText(
  gazetteer: Gazetteer,
  { field, text, countries }: SoughtText,
  { focus, languages }: FindTextOptions,
  { warn, ...context }: SearchContext,
): Promise<FoundPlace[]> {
  const { timed = untimed } = context
  const query = { text, size: searchSize, ...(countries && { countries }), ...(focus && { focus }) }
  const warnOfField = (warning: string) => warn(`${field}: ${warning}`)
  const results = await search(gazetteer, query, { ...context, warn: warnOfField })
  const places = timed('describe', () => renderPlaces(results, { languages }))
  const [first] = places
  // A text of coordinates names a point, and the place is what is there.
  if (first && isDoubtful(first) && !coordinatesIn(text)) {
    // Without names and labels: they may have letters that no header can carry.
    warnOfField(`matched in part, with a confidence of ${first.confidence}; check the label`)
  }
  return results.map((result, i) => ({ result, place: places[i]! }))
}

function isDoubtful({ match_type, confidence }: RenderedPlace): boolean {
  return match_type === 'fallback' || confidence < doubtfulConfidence
}

/** Where a place is, as routing takes it. */
export function positionOf({ coordinates: { lat, lng } }: RenderedPlace): LatLon {
  return { lat, lon: lng }
}
