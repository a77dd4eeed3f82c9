import { distanceMeters } from '#ground/geo'
import { type Gazetteer, isAreaType } from '#places/gazetteer'
import type { RenderedPlace } from '#places/search/schemas'
import { fold } from '#places/text'
import { type FoundPlace, positionOf } from './geocode-text.ts'
import { maxAlternatives } from './schemas/index.ts'

/** Implies at least half of the match's confidence, which is at most 1. */
const minConfidence = 0.6

/** Without known localities, roads of one name are the same road within this distance. */
const maxRoadMeters = 2_000

/**
 * Other results that the caller may have meant, in search order, at most {@link maxAlternatives}. Leaves out
 * results in another country than the match or with a confidence under 0.6; areas that contain the match, and
 * its postcode; and results with the label or on the road of the match or of an earlier alternative.
 *
 * Throws `service_unavailable`.
 */
export async function alternativesTo(
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
  const containsMatch = await containmentTest(match, likely, gazetteer, signal)
  const kept = [match.place]
  for (const found of likely) {
    if (kept.length > maxAlternatives) break
    if (containsMatch(found) || kept.some((place) => isDuplicate(found.place, place))) continue
    kept.push(found.place)
  }
  return kept.slice(1)
}

/** A predicate: whether a result is an area that contains the match, or its postcode. */
async function containmentTest(
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

/** Whether a place has the label of another, or is an address or a street on the same road. */
function isDuplicate(place: RenderedPlace, other: RenderedPlace): boolean {
  return fold(place.label) === fold(other.label) || isOnSameRoad(place, other)
}

function isOnSameRoad(place: RenderedPlace, other: RenderedPlace): boolean {
  if (place.place_type !== 'street' && place.place_type !== 'address') return false
  const [road, otherRoad] = [place, other].map(roadOf)
  if (!road || !otherRoad || fold(road) !== fold(otherRoad)) return false
  if (place.locality && other.locality) return place.locality === other.locality
  return distanceMeters(positionOf(place), positionOf(other)) <= maxRoadMeters
}

function roadOf({ place_type, street, name }: RenderedPlace): string | undefined {
  return street ?? (place_type === 'street' ? name : undefined)
}
