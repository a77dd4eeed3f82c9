import { roundConfidence, roundCoordinate, roundMeters } from '../../geo/index.ts'
import type { SearchResult } from '../query.ts'
import type { PlaceAnswer } from '../schemas/index.ts'
import { type Described, describe } from './describe.ts'
import { withDetail } from './label.ts'

export interface AnswerOptions {
  /** Canonical BCP 47 tags, the most wanted first; without any names are those used on the spot. */
  languages?: readonly string[] | undefined
}

/** A found place as it is answered: names in the languages where known, numbers rounded. */
export function answerPlace(found: SearchResult, options?: AnswerOptions): PlaceAnswer {
  return answerPlaces([found], options)[0]!
}

/**
 * Found places as they are answered, in their order. Labels that would be equal get what tells the
 * places apart: neighbourhood, locality, county, region or postcode.
 */
export function answerPlaces(
  found: readonly SearchResult[],
  { languages = [] }: AnswerOptions = {},
): PlaceAnswer[] {
  const described = found.map((one) => describe(one, languages))
  for (const alike of Map.groupBy(described, ({ lines }) => lines.join(', ')).values()) {
    if (alike.length > 1) tellApart(alike)
  }
  return described.map(toAnswer)
}

/** From what says most to a reader to what says least. */
const details: ((place: Described) => string | undefined)[] = [
  ({ areas }) => areas.locality,
  ({ areas }) => areas.county,
  ({ areas }) => areas.region,
  ({ areas }) => areas.neighbourhood,
  ({ postcode }) => postcode,
]

function tellApart(alike: readonly Described[]): void {
  const detail = details.find((of) => new Set(alike.map(of)).size > 1)
  if (!detail) return
  for (const place of alike) {
    const text = detail(place)
    if (text) place.lines = withDetail(place.lines, text, place.country !== undefined)
  }
}

function toAnswer(described: Described): PlaceAnswer {
  const { found, name, areas, country, street, houseNumber, postcode, lines } = described
  const { place, house, at, distanceMeters } = found
  const known = {
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
    ...Object.fromEntries(Object.entries(known).filter(([, text]) => text)),
    confidence: roundConfidence(found.confidence),
    place_type: house ? 'address' : place.type,
    match_type: found.matchType,
    ...(distanceMeters !== undefined && { distance_meters: roundMeters(distanceMeters) }),
    id: house?.id ?? place.id,
  }
}
