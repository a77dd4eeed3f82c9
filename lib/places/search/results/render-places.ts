import { roundConfidence, roundCoordinate, roundMeters } from '#ground/geo'
import type { Place } from '#places/gazetteer'
import { houseIdOf } from '../house-id.ts'
import type { RenderedPlace } from '../schemas/index.ts'
import type { SearchResult } from '../search-result.ts'
import { describePlace, type PlaceDescription } from './describe-place.ts'
import { withDetail } from './label.ts'

export interface RenderOptions {
  /** Canonical BCP 47 tags in order of preference (default: local names). */
  languages?: readonly string[] | undefined
}

/** A result in the form of the API: names in the languages if known, numbers rounded. */
export function renderPlace(result: SearchResult, options?: RenderOptions): RenderedPlace {
  return renderPlaces([result], options)[0]!
}

/**
 * Results in the form of the API, in the same order. Equal labels get a detail that tells the places apart:
 * locality, county, region, neighbourhood or postcode.
 */
export function renderPlaces(
  results: readonly SearchResult[],
  { languages = [] }: RenderOptions = {},
): RenderedPlace[] {
  const descriptions = results.map((result) => describePlace(result, languages))
  for (const sameLabel of Map.groupBy(descriptions, ({ lines }) => lines.join(', ')).values()) {
    if (sameLabel.length > 1) tellApart(sameLabel)
  }
  return descriptions.map(render)
}

/** Details that may tell places apart, the most helpful first. */
const details: ((place: PlaceDescription) => string | undefined)[] = [
  ({ areas }) => areas.locality,
  ({ areas }) => areas.county,
  ({ areas }) => areas.region,
  ({ areas }) => areas.neighbourhood,
  ({ postcode }) => postcode,
]

function tellApart(sameLabel: readonly PlaceDescription[]): void {
  const detail = details.find((of) => new Set(sameLabel.map(of)).size > 1)
  if (!detail) return
  for (const place of sameLabel) {
    const text = detail(place)
    if (text) place.lines = withDetail(place.lines, text, place.country !== undefined)
  }
}

function render(description: PlaceDescription): RenderedPlace {
  const { result, name, areas, country, street, houseNumber, postcode, lines } = description
  const { place, house, at, distanceMeters } = result
  const optionalTexts = {
    country,
    country_code: place.countryCode,
    region: areas.region,
    county: areas.county,
    locality: areas.locality,
    neighbourhood: areas.neighbourhood,
    street,
    house_number: houseNumber,
    postcode,
  }
  return {
    coordinates: { lat: roundCoordinate(at.lat), lng: roundCoordinate(at.lon) },
    label: lines.join(', ') || name,
    name,
    ...Object.fromEntries(Object.entries(optionalTexts).filter(([, text]) => text)),
    confidence: roundConfidence(result.confidence),
    place_type: house ? 'address' : place.type,
    match_type: result.matchType,
    ...(!house && boxOf(place)),
    ...(distanceMeters !== undefined && { distance_meters: roundMeters(distanceMeters) }),
    id: house ? houseIdOf(house) : place.id,
  }
}

/** The `bbox` of a place with an extent. */
function boxOf({ box }: Place): Pick<RenderedPlace, 'bbox'> {
  if (!box) return {}
  const bbox = [box.min_lon, box.min_lat, box.max_lon, box.max_lat].map(roundCoordinate)
  const isPoint = bbox[0] === bbox[2] && bbox[1] === bbox[3]
  return isPoint ? {} : { bbox }
}
