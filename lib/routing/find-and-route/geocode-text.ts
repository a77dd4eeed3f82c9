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
  /** Places near it rank higher. */
  focus: LatLon | undefined
  /** Languages for names. */
  languages: readonly string[] | undefined
}

/** Results of a search: enough to choose alternatives from. */
const searchSize = 20

/** Warns when the first result is below this confidence. */
const minSureConfidence = 0.8

/** The places that a text names, and the first result if it is too unsure to be one of them. */
export interface GeocodedText {
  found: FoundPlace[]
  unsure?: SearchResult | undefined
}

/**
 * The places that a text of the request names, best first. Warns when the first one matches only in part;
 * warnings begin with the field.
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
    // Warnings are a header, which cannot carry all letters of names and labels.
    warnOfField(`matched in part, with a confidence of ${first.confidence}; check the label`)
  }
  const found = results.map((result, i) => ({ result, place: places[i]! }))
  return found.length > 0 ? { found } : { found, unsure: all[0] }
}

function isDoubtful({ match_type, confidence }: RenderedPlace): boolean {
  return match_type === 'fallback' || confidence < minSureConfidence
}

/** Where a place is, as routing takes it. */
export function positionOf({ coordinates: { lat, lng } }: RenderedPlace): LatLon {
  return { lat, lon: lng }
}
