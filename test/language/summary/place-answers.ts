import fc from 'fast-check'
import { distanceMeters, type LatLon } from '#ground/geo'
import {
  type Case,
  degrees,
  type Generated,
  head,
  meters,
  name,
  noTruth,
  place,
  placesAs,
  position,
  type Truth,
} from './answer-parts.ts'

export const searchAnswer: fc.Arbitrary<Case> = fc
  .tuple(head, fc.option(place, { nil: undefined }), fc.array(foundPlace(), { maxLength: 7 }))
  .map(([head, near, results]) => ({
    answered: {
      ...head,
      intent: 'geocode',
      parameters: { text: 'Vorkal' },
      result: { results, query: { text: 'Vorkal', size: 5 } },
      places: near ? placesAs('near', [near]) : [],
    },
    truth: {
      ...truthOfPlaces(results, near?.position),
      shares: results.map(({ confidence }) => confidence),
    },
  }))

export const positionAnswer: fc.Arbitrary<Case> = fc
  .tuple(head, position, fc.array(foundPlace(), { maxLength: 7 }))
  .map(([head, asked, results]) => ({
    answered: {
      ...head,
      intent: 'reverse_geocode',
      parameters: { ...asked },
      result: { results, query: { ...asked, size: 5 } },
      places: [],
    },
    truth: truthOfPlaces(results, asked),
  }))

function foundPlace() {
  return fc.record({
    coordinates: fc.record({ lat: degrees(80), lng: degrees(179) }),
    name,
    label: fc.tuple(name, name).map((names) => names.join(', ')),
    confidence: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    place_type: fc.constantFrom('venue', 'address', 'street', 'locality', 'region'),
    match_type: fc.constantFrom('exact', 'interpolated', 'fallback', 'fuzzy'),
    distance_meters: fc.option(meters, { nil: undefined }),
  })
}

function truthOfPlaces(
  results: readonly Generated<ReturnType<typeof foundPlace>>[],
  from: LatLon | undefined,
): Truth {
  const positions = results.map(({ coordinates: { lat, lng } }) => ({ lat, lon: lng }))
  const distances = results.flatMap(({ distance_meters }, i) =>
    distance_meters !== undefined
      ? [distance_meters]
      : from
        ? [distanceMeters(from, positions[i]!)]
        : [],
  )
  return { ...noTruth, positions: from ? [...positions, from] : positions, distances }
}
