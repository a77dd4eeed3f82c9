import type { LatLon } from '#ground/geo'
import { findCategoriesByName, findCategoryName } from '#places/categories'
import { buildTravelOptions } from './avoid.ts'
import type { PlacePoint, RequestDetails } from './place-point.ts'

export function buildIsochroneParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, warn } = options
  const { travel = 'pedestrian', contours } = slots
  return {
    locations: places.map(({ position }) => position),
    travel,
    travel_options: buildTravelOptions(travel, slots.avoid, warn),
    contours,
  }
}

/** Builds a search for a category or a name, nearest to a place of the query or to the caller. */
export function buildSearchParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, language, country, location } = options
  const { category, size } = slots
  const name = places.find(({ role }) => role === 'name')
  const near = places.find(({ role }) => role === 'near')
  const text = category ? chooseCategoryText(category, language) : name?.text
  // A country has no single centre to search near.
  const isWithin = category && near?.countryCode
  return {
    text,
    size,
    ...(!isWithin && toFocus(near?.position ?? location)),
    'boundary.country': isWithin ? near.countryCode : country,
    lang: language,
  }
}

/** Returns the words as typed if a search knows them, else the name of the category. */
function chooseCategoryText(
  { ids, text }: { ids: readonly string[]; text: string },
  language: string,
) {
  const known = findCategoriesByName(text)
  return ids.every((id) => known.includes(id)) ? text : findCategoryName(ids[0]!, language)
}

function toFocus(position: LatLon | undefined) {
  return position && { 'focus.point.lat': position.lat, 'focus.point.lon': position.lon }
}

export function buildReverseParameters(
  places: readonly PlacePoint[],
  { language }: RequestDetails,
) {
  const [place] = places
  return { ...place?.position, lang: language }
}
