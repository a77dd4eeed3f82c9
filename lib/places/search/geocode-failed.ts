import { type LatLon, roundPosition } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { coordinatesIn } from './interpret/coordinates/coordinates.ts'
import { renderPlace } from './results/render-places.ts'
import type { SearchResult } from './search-result.ts'

/** A text of a request that should name a place, and the position once it is found. */
export interface TextToGeocode {
  /** Field or parameter of the request. */
  field: string
  text: string
  /** ISO 3166-1 alpha-3 codes of the countries that were searched; all if undefined. */
  countries?: readonly string[] | undefined
  /** Position of the place; undefined when none was found. */
  at?: LatLon | undefined
  /** The first result, when it is too unsure to be meant. */
  unsure?: SearchResult | undefined
}

/** Nobody wants a way to a place, or what is near it, that is meant in less than one case of five. */
const minConfidence = 0.2

/**
 * The search results that a text names: from a confidence of 0.2 on, so not a house whose address states a town
 * that is not there. Coordinates name a point exactly, however far the nearest place is.
 */
export function namedPlaces(text: string, results: readonly SearchResult[]): SearchResult[] {
  if (coordinatesIn(text) !== undefined) return [...results]
  return results.filter(({ confidence }) => confidence >= minConfidence)
}

const maxShownCharacters = 100

/**
 * `geocode_failed` for the texts of a request, at least one of which names no place. The message has the texts
 * without a place, `partial` all texts.
 */
export function geocodeFailed(texts: readonly TextToGeocode[]): ApiError {
  const sentences = texts.filter(({ at }) => !at).map(sentenceOf)
  const partial = {
    resolved_locations: texts.flatMap(({ field, text, at }) =>
      at ? { field, text, resolved: roundPosition(at) } : [],
    ),
    unresolved_locations: texts.flatMap(({ field, text, at }) => (at ? [] : { field, text })),
  }
  return new ApiError('geocode_failed', sentences.join(' '), { fields: { partial } })
}

function sentenceOf({ field, text, countries, unsure }: TextToGeocode): string {
  const shown =
    text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters).toWellFormed()}…` : text
  const where = countries?.length ? ` in ${countries.join(', ')}` : ''
  const known = `No place "${shown}"${where} is known in this region`
  if (!unsure) return `${known}: change ${field}.`
  return `${known}; "${renderPlace(unsure).label}" has only a part of it: change ${field}.`
}
