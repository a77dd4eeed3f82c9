import { ApiError } from '../errors/index.ts'
import { type LatLon, roundPosition } from '../geo/index.ts'

/** A text of a request that should name a place, and the position once it is found. */
export interface TextToGeocode {
  /** Field or parameter of the request. */
  field: string
  text: string
  /** ISO 3166-1 alpha-3 codes of the countries that were searched; all if undefined. */
  countries?: readonly string[] | undefined
  /** Position of the place; undefined when none was found. */
  at?: LatLon | undefined
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

function sentenceOf({ field, text, countries }: TextToGeocode): string {
  const shown =
    text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters).toWellFormed()}…` : text
  const where = countries?.length ? ` in ${countries.join(', ')}` : ''
  return `No place "${shown}"${where} is known in this region: change ${field}.`
}
