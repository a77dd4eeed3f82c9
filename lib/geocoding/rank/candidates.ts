import type { Place } from '../../gazetteer/index.ts'
import type { LatLon } from '../../geo/index.ts'
import type { Reading } from '../interpret/interpretations.ts'
import type { SearchScope } from '../query.ts'
import type { Hit } from '../retrieve/retrieve.ts'
import { positionIn } from '../scope.ts'
import { type Comparison, compare, worthOf } from './match-place.ts'
import { prominence } from './prominence.ts'

/** A place with the reading by which it answers best. */
export interface Candidate {
  place: Place
  reading: Reading
  comparison: Comparison
  at: LatLon
  /** What it is ranked by: text and prominence. */
  score: number
  /** Content words it has not, and a house number that it cannot have. */
  dropped: number
  /** The number asked for is one that it may have. */
  takesNumber: boolean
  /** Something narrower was asked for. */
  wider?: true
}

/** A place that has no house cannot answer a number, and is asked for as well with one as without. */
const numberlessFactor = 0.8
/** Two streets at once are seldom meant by the name of one. */
const partOfIntersection = 0.3
/** What may be a flat may also be a name. */
const unitsFactor = 0.99
/** For each word that the place has not. */
const droppedFactor = 0.8

/** Readings of one place that are kept: which house number is meant shows only with its houses. */
const mostFits = 4

/** How a place answers the readings it was found by, best first; empty when it answers none. */
export function judge(place: Place, hits: readonly Hit[], scope: SearchScope): Candidate[] {
  const at = positionIn(place, scope)
  const fame = prominence(place.importance, at, scope.focus)
  const fits: Candidate[] = []
  for (const { reading, trusted } of hits) {
    if (reading.country && place.countryCode !== reading.country) continue
    // Nobody lives at a crossing.
    if (reading.houseNumber !== undefined && place.intersection) continue
    const comparison = compare(place, reading.slots, trusted)
    const takesNumber = reading.houseNumber !== undefined && mayHaveNumber(place)
    const isNumberless = reading.houseNumber !== undefined && !takesNumber
    const isSeveral = (reading.typed ?? reading.slots.length) > 1
    let text = worthOf(comparison, isSeveral) * droppedFactor ** comparison.dropped
    if (isNumberless) text *= numberlessFactor
    if (reading.units) text *= unitsFactor
    if (place.intersection && !comparison.whole) text -= partOfIntersection
    const dropped = comparison.dropped + (isNumberless ? 1 : 0)
    fits.push({ place, reading, comparison, at, score: text + fame, dropped, takesNumber })
  }
  return fits.sort((a, b) => b.score - a.score).slice(0, mostFits)
}

function mayHaveNumber({ type, houseCount, houseNumber }: Place): boolean {
  return houseCount > 0 || houseNumber !== undefined || type === 'street'
}
