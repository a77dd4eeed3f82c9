import { roundPosition } from '#ground/geo'
import { renderPlace } from '#places/search'
import { ApiError } from '#platform/errors'
import type { Intent } from '../reader/index.ts'
import type { UnresolvedPlace, UnresolvedPlaces } from './resolved-place.ts'

const maxShownCharacters = 100

/** Creates the `geocode_failed` error for a query with at least one unknown place, listing each text once. */
export function createPlacesError(
  intent: Intent,
  { resolved, unresolved }: UnresolvedPlaces,
  country?: string,
): ApiError {
  const missing = dropDuplicateTexts(unresolved)
  const partial = {
    intent,
    resolved_locations: dropDuplicateTexts(resolved).map(({ text, position }) => ({
      text,
      resolved: roundPosition(position),
    })),
    unresolved_locations: missing.map(({ text }) => ({ text })),
  }
  const message = missing.map((place) => describeUnresolved(place, country)).join(' ')
  return new ApiError('geocode_failed', message, { fields: { partial } })
}

function describeUnresolved(
  { text, unsure }: UnresolvedPlace,
  country: string | undefined,
): string {
  const shown =
    text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters).toWellFormed()}…` : text
  const known = `No place "${shown}"${country ? ` in ${country}` : ''} is known in this region`
  if (!unsure) return `${known}: check its name.`
  return `${known}; "${renderPlace(unsure).label}" has only a part of it: say its whole name, or its town.`
}

function dropDuplicateTexts<P extends { text: string }>(places: readonly P[]): P[] {
  return [...new Map(places.map((place) => [place.text, place])).values()]
}
