import type { SearchResult } from '#places/search'
import type { PlaceSlot } from '../reader/index.ts'
import { findCandidates, type SlotCandidates, type SlotSearch } from './slot-candidates.ts'

/** One way to divide the text into places, with the candidates of each. */
export interface Division {
  candidates: readonly SlotCandidates[]
  /** Lowest confidence of its places; 0 when a place is unknown. */
  confidence: number
  /** Share of its places that are known. */
  known: number
}

/** Confidence of a category: lower than for a place with exactly this name, higher than for a partial match. */
const categoryConfidence = 0.96

/**
 * Factor for two names of the same place, which are more likely two parts of its name: `Fact` and `Fable` in `Fact
 * and Fable`.
 */
const sharedFactor = 0.5

/** Smaller differences in confidence are ignored, and the likelier division wins. */
const sameConfidence = 0.005

/**
 * Selects the division whose lowest confidence is highest; ties go to the likelier division. Others are examined only
 * when the likeliest is uncertain. If no division is fully known, the one with the largest share of known places
 * wins.
 */
export async function selectBestDivision(
  [likeliest, ...others]: readonly (readonly PlaceSlot[])[],
  options: SlotSearch,
): Promise<Division> {
  const first = await buildDivision(likeliest!, options)
  if (others.length === 0 || first.confidence >= 1 - sameConfidence) return first
  let best = first
  for (const division of await Promise.all(others.map((slots) => buildDivision(slots, options)))) {
    const isSurer = division.confidence > best.confidence + sameConfidence
    if (isSurer || (best.confidence === 0 && division.known > best.known)) best = division
  }
  return best
}

async function buildDivision(slots: readonly PlaceSlot[], options: SlotSearch): Promise<Division> {
  const candidates = await Promise.all(slots.map((slot) => findCandidates(slot, options)))
  const confidences = candidates.map(readConfidence)
  const least = Math.min(...confidences)
  return {
    candidates,
    confidence: hasPlaceTwice(candidates) ? least * sharedFactor : least,
    known: confidences.filter((confidence) => confidence > 0).length / candidates.length,
  }
}

function readConfidence(candidates: SlotCandidates): number {
  if (candidates.kind === 'fixed') return 1
  if (candidates.kind === 'category') return categoryConfidence
  return candidates.results[0]?.confidence ?? 0
}

/** Returns whether two different texts mean the same place. */
function hasPlaceTwice(candidates: readonly SlotCandidates[]): boolean {
  const texts = new Map<string, string>()
  for (const candidate of candidates) {
    const [best] = candidate.kind === 'named' ? candidate.results : []
    if (!best) continue
    const key = makeKey(best)
    const text = texts.get(key)
    if (text !== undefined && text !== candidate.text) return true
    texts.set(key, candidate.text)
  }
  return false
}

const makeKey = ({ place, house }: SearchResult) => `${place.docId} ${house?.number ?? ''}`
