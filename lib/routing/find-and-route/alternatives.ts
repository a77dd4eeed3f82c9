import { distanceMeters } from '#ground/geo'
import { type Gazetteer, isAreaType } from '#places/gazetteer'
import type { RenderedPlace } from '#places/search/schemas'
import { fold } from '#places/text'
import { type FoundPlace, readPosition } from './geocode-text.ts'
import { maxAlternatives } from './schemas/index.ts'

/** Minimum confidence of an alternative. Implies at least half of the match's confidence, which is at most 1. */
const minConfidence = 0.6

/** Distance within which roads of the same name are the same road, if their localities are unknown. */
const maxRoadMeters = 2_000

/**
 * Returns other results that the caller may have meant, in search order, at most {@link maxAlternatives}. Leaves out:
 *
 * - results in another country than the match, or with a confidence under 0.6;
 * - areas that contain the match, and its postcode;
 * - results with the label or on the road of the match or of an earlier alternative.
 *
 * Throws `service_unavailable`.
 */
export async function findAlternatives(
  match: FoundPlace,
  others: readonly FoundPlace[],
  gazetteer: Gazetteer,
  signal?: AbortSignal,
): Promise<RenderedPlace[]> {
  const likely = others.filter(
    ({ place }) =>
      place.country_code === match.place.country_code && place.confidence >= minConfidence,
  )
  if (likely.length === 0) return []
  const containsMatch = await makeContainmentTest(match, likely, gazetteer, signal)
  const kept = [match.place]
  for (const found of likely) {
    if (kept.length > maxAlternatives) break
    if (containsMatch(found) || kept.some((place) => isDuplicate(found.place, place))) continue
    kept.push(found.place)
  }
  return kept.slice(1)
}

/** Makes a predicate: whether a result is an area that contains the match, or its postcode. */
async function makeContainmentTest(
  match: FoundPlace,
  others: readonly FoundPlace[],
  gazetteer: Gazetteer,
  signal?: AbortSignal,
): Promise<(found: FoundPlace) => boolean> {
  const docIds = new Set(match.result.place.parents.map(({ docId }) => docId))
  if (others.some(({ place }) => isAreaType(place.place_type))) {
    const areas = await gazetteer.containing(match.result.at, signal ? { signal } : {})
    for (const { docId } of areas) docIds.add(docId)
  }
  return ({ result, place }) =>
    docIds.has(result.place.docId) ||
    (place.place_type === 'postalcode' && place.name === match.place.postcode)
}

/** Returns whether a place has the label of another, or is an address or a street on the same road. */
function isDuplicate(place: RenderedPlace, other: RenderedPlace): boolean {
  return fold(place.label) === fold(other.label) || isOnSameRoad(place, other)
}

function isOnSameRoad(place: RenderedPlace, other: RenderedPlace): boolean {
  if (place.place_type !== 'street' && place.place_type !== 'address') return false
  const [road, otherRoad] = [place, other].map(readRoad)
  if (!road || !otherRoad || fold(road) !== fold(otherRoad)) return false
  if (place.locality && other.locality) return place.locality === other.locality
  return distanceMeters(readPosition(place), readPosition(other)) <= maxRoadMeters
}

function readRoad({ place_type, street, name }: RenderedPlace): string | undefined {
  return street ?? (place_type === 'street' ? name : undefined)
}
