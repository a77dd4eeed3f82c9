import type { LatLon } from '#ground/geo'
import { categoriesNamed, categoryName } from '#places/categories'
import { travelOptions } from './avoid.ts'
import type { PlacePoint, RequestDetails } from './place-point.ts'

export function isochroneParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, warn } = options
  const { travel = 'pedestrian', contours } = slots
  return {
    locations: places.map(({ position }) => position),
    travel,
    travel_options: travelOptions(travel, slots.avoid, warn),
    contours,
  }
}

/** A category or a name, nearest to a place of the query or to the caller. */
export function searchParameters(places: readonly PlacePoint[], options: RequestDetails) {
  const { slots, language, country, location } = options
  const { category, size } = slots
  const name = places.find(({ role }) => role === 'name')
  const near = places.find(({ role }) => role === 'near')
  const text = category ? categoryText(category, language) : name?.text
  // A country has no one centre to be near to.
  const isWithin = category && near?.countryCode
  return {
    text,
    size,
    ...(!isWithin && focusOf(near?.position ?? location)),
    'boundary.country': isWithin ? near.countryCode : country,
    lang: language,
  }
}

/** The words as typed where a search knows them, else the name of the category. */
function categoryText({ ids, text }: { ids: readonly string[]; text: string }, language: string) {
  const known = categoriesNamed(text)
  return ids.every((id) => known.includes(id)) ? text : categoryName(ids[0]!, language)
}

function focusOf(position: LatLon | undefined) {
  return position && { 'focus.point.lat': position.lat, 'focus.point.lon': position.lon }
}

export function reverseParameters(places: readonly PlacePoint[], { language }: RequestDetails) {
  const [place] = places
  return { ...place?.position, lang: language }
}
