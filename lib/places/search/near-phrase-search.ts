import { distanceMeters, type LatLon } from '#ground/geo'
import { type Gazetteer, isAreaType, type Place } from '#places/gazetteer'
import { fold } from '#places/text'
import { searchInArea } from './area-search.ts'
import { readOptionsOf, type SearchContext } from './context.ts'
import { findPlacesWithin } from './find-places.ts'
import type { NearPhrase } from './interpret/near-phrase.ts'
import { tokenize } from './interpret/tokenize.ts'
import {
  mayBeVenues,
  nearestVenuesInScope,
  radiiFrom,
  type VenuesNear,
  venuesAroundPosition,
} from './nearest-venues.ts'
import type { SearchScope } from './query.ts'
import { TermCache } from './retrieve/term-cache.ts'
import { isInScope } from './scope.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/** First radius around a place; around an area at least as far as it extends, up to a maximum. */
const nearMeters = 2_000
const maxAreaMeters = 20_000
/** Factor for places around an area that has none. */
const outsideFactor = 0.8
/** The text of the location does not name a place found with less confidence. */
const minLocationConfidence = 0.5
/** The same beside a mistyped category, and where other words may be a name. */
const minSureLocation = 0.85
/** Places found for the text of the location. */
const maxLocations = 3

/**
 * Places for a phrase such as `pharmacy in Ordino`: of its category, or with its keyword in their names, in
 * or near its location, or near the focus for `near me`. Empty when the location is unknown or nothing is
 * there; the text may then be searched for as a name.
 */
export async function searchNearPhrase(
  gazetteer: Gazetteer,
  phrase: NearPhrase,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const { location, relation } = phrase
  if (location === '') {
    const { focus } = scope
    if (!focus) return []
    return phrase.categories.length > 0
      ? venuesAroundPosition(gazetteer, phrase, focus, scope, readOptionsOf(context))
      : searchAround(
          gazetteer,
          phrase,
          { near: focus, radii: radiiFrom(nearMeters) },
          scope,
          context,
        )
  }
  const named = await locationsNamed(gazetteer, phrase, scope, context)
  const found = phrase.isSideBySide ? named.filter(isLocation) : named
  const isUnsure = phrase.edits > 0 || phrase.isSideBySide
  const minConfidence = isUnsure ? minSureLocation : minLocationConfidence
  const likeliest = likeliestLocation(found, minConfidence)
  if (!likeliest) return []
  const { place, at, confidence, matchType } = likeliest
  const around = { near: at, radii: radiiFrom(nearRadiusOf(place)) }
  const isInside = isAreaType(place.type) && (relation === 'in' || isWide(place))
  const inside = isInside
    ? await searchInArea(new TermCache(gazetteer, readOptionsOf(context)), phrase, place, scope)
    : undefined
  const results = inside?.length
    ? inside
    : await searchAround(gazetteer, phrase, around, scope, context)
  const isOutside = relation === 'in' && inside?.length === 0
  return results.map((result) => ({
    ...result,
    // As exact as the location, of which a word may be unknown or corrected.
    matchType: isOutside ? 'fallback' : matchType === 'exact' ? result.matchType : matchType,
    confidence: result.confidence * confidence * (isOutside ? outsideFactor : 1),
  }))
}

/** Where something is that stands beside it: no venue of which only a part of the name was typed. */
function isLocation({ place, matchType }: SearchResult): boolean {
  return place.type !== 'venue' || matchType === 'exact'
}

/** The places that the text of a location names, wherever the results are; each text is searched for once. */
async function locationsNamed(
  gazetteer: Gazetteer,
  { location, isOpen }: NearPhrase,
  { types: _, rectangle: __, circle: ___, ...scope }: SearchScope,
  context: SearchContext,
): Promise<readonly SearchResult[]> {
  const known = context.locations?.get(location)
  if (known) return known
  const locationScope = { ...scope, size: maxLocations }
  const found = await findByText(
    gazetteer,
    tokenize(location, { isTyping: isOpen ?? false }),
    locationScope,
    context,
  )
  context.locations?.set(location, found)
  return found
}

/** The best result; a town rather than the region of the same name, because people mean its centre. */
function likeliestLocation(
  results: readonly SearchResult[],
  minConfidence: number,
): SearchResult | undefined {
  const [best, ...others] = results.filter(({ confidence }) => confidence >= minConfidence)
  if (!best || !isWide(best.place)) return best
  const isTown = ({ place }: SearchResult) =>
    place.type === 'locality' && fold(place.name) === fold(best.place.name)
  return others.find(isTown) ?? best
}

/** Whether a place has no one centre to be near to. */
function isWide({ type }: Place): boolean {
  return type === 'country' || type === 'region' || type === 'county'
}

/** Venues around a point, from the first radius on that has some. */
function searchAround(
  gazetteer: Gazetteer,
  { subject, categories, edits }: NearPhrase,
  { near, radii }: Pick<VenuesNear, 'near' | 'radii'>,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> | SearchResult[] {
  if (categories.length > 0) {
    const options = readOptionsOf(context)
    const named = { categories, edits }
    return nearestVenuesInScope(gazetteer, named, { near, radii }, scope, options)
  }
  if (!mayBeVenues(scope)) return []
  const { countries, size } = scope
  const query = { query: subject, near, size, ...(countries && { countries }) }
  const accepts = (place: Place, at: LatLon) => isInScope(place, at, scope)
  return findPlacesWithin(gazetteer, query, { radii, accepts }, context)
}

function nearRadiusOf(place: Place): number {
  if (!isAreaType(place.type) || !place.box) return nearMeters
  const { min_lat, min_lon, max_lat, max_lon } = place.box
  const diagonal = distanceMeters({ lat: min_lat, lon: min_lon }, { lat: max_lat, lon: max_lon })
  return Math.min(maxAreaMeters, Math.max(nearMeters, diagonal / 2))
}
