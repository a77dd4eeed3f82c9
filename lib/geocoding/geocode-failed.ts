import { ApiError } from '../errors/index.ts'
import { type LatLon, roundCoordinate } from '../geo/index.ts'

/** A text of a request that should name a place. */
export interface SoughtText {
  /** Field or parameter of the request. */
  field: string
  text: string
  /** ISO 3166-1 alpha-3 codes of the countries that were searched; all if undefined. */
  countries?: readonly string[] | undefined
  /** Where the place is; undefined when none was found. */
  at?: LatLon | undefined
}

const maxShownCharacters = 100

/**
 * `geocode_failed` for texts of which at least one names no place. The message has the unknown ones, `partial`
 * all of them.
 */
export function geocodeFailed(sought: readonly SoughtText[]): ApiError {
  const message = sought.filter(({ at }) => !at).map(sentenceOf)
  const partial = {
    resolved_locations: sought.flatMap(({ field, text, at }) =>
      at ? { field, text, resolved: rounded(at) } : [],
    ),
    unresolved_locations: sought.flatMap(({ field, text, at }) => (at ? [] : { field, text })),
  }
  return new ApiError('geocode_failed', message.join(' '), { fields: { partial } })
}

function sentenceOf({ field, text, countries }: SoughtText): string {
  const shown =
    text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters).toWellFormed()}…` : text
  const where = countries?.length ? ` in ${countries.join(', ')}` : ''
  return `No place "${shown}"${where} is known in this region: change ${field}.`
}

function rounded({ lat, lon }: LatLon): LatLon {
  return { lat: roundCoordinate(lat), lon: roundCoordinate(lon) }
}
