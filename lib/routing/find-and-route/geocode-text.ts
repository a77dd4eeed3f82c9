import type { LatLon } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import {
  coordinatesIn,
  namedPlaces,
  renderPlaces,
  type SearchContext,
  type SearchResult,
  search,
  type TextToGeocode,
} from '#places/search'
import type { RenderedPlace } from '#places/search/schemas'
import { untimed } from '#platform/concurrency'

/** A search result and its form in the response. */
export interface FoundPlace {
  result: SearchResult
  place: RenderedPlace
}

interface GeocodeTextOptions {
  /** Position near which places rank higher. */
  focus: LatLon | undefined
  /** Languages for names. */
  languages: readonly string[] | undefined
}

/** Number of search results: enough to choose alternatives from. */
const searchSize = 20

/** Minimum confidence of a first result without a warning. */
const minSureConfidence = 0.8

/** Places that a text names or, if there are none, the first search result, which was too uncertain to count. */
export interface GeocodedText {
  found: FoundPlace[]
  unsure?: SearchResult | undefined
}

/**
 * Finds the places that a text of the request names, the best first. Warns when the first one matches only in part.
 * Warnings begin with the field.
 */
export async function geocodeText(
  gazetteer: Gazetteer,
  { field, text, countries }: TextToGeocode,
  { focus, languages }: GeocodeTextOptions,
  { warn, ...context }: SearchContext,
): Promise<GeocodedText> {
  const { timed = untimed } = context
  const query = { text, size: searchSize, ...(countries && { countries }), ...(focus && { focus }) }
  const warnOfField = (warning: string) => warn(`${field}: ${warning}`)
  const all = await search(gazetteer, query, { ...context, warn: warnOfField })
  const isPoint = coordinatesIn(text) !== undefined
  const results = namedPlaces(text, all)
  const places = timed('describe', () => renderPlaces(results, { languages }))
  const [first] = places
  if (first && isDoubtful(first) && !isPoint) {
    // Warnings are sent in a header, which cannot carry all letters of names and labels.
    warnOfField(`matched in part, with a confidence of ${first.confidence}; check the label`)
  }
  const found = results.map((result, i) => ({ result, place: places[i]! }))
  return found.length > 0 ? { found } : { found, unsure: all[0] }
}

function isDoubtful({ match_type, confidence }: RenderedPlace): boolean {
  return match_type === 'fallback' || confidence < minSureConfidence
}

/** Returns the position of a place in the format of routing. */
export function readPosition({ coordinates: { lat, lng } }: RenderedPlace): LatLon {
  return { lat, lon: lng }
}
