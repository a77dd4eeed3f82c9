import type { SearchResult } from '#places/search'
import type { PlaceSlot } from '../reader/index.ts'
import { candidatesOf, type SlotCandidates, type SlotSearch } from './slot-candidates.ts'

/** One way to divide the text into places, with what each may be. */
export interface Division {
  candidates: readonly SlotCandidates[]
  /** Confidence of its least sure place; 0 when one is not known. */
  confidence: number
  /** Share of its places that are known. */
  known: number
}

/** Less sure than a place of that very name, surer than one with a part of the name. */
const categoryConfidence = 0.96

/** Two names for one place are more likely two parts of its name: `Fact` and `Fable` of `Fact and Fable`. */
const sharedFactor = 0.5

/** Differences in confidence that decide nothing: the likelier division is taken. */
const sameConfidence = 0.005

/**
 * The division whose least sure place is surest; of equally sure ones the likelier. The others are looked at only where
 * the likeliest leaves a doubt. If none is known as a whole, the one with most places known.
 */
export async function bestDivision(
  [likeliest, ...others]: readonly (readonly PlaceSlot[])[],
  options: SlotSearch,
): Promise<Division> {
  const first = await divisionOf(likeliest!, options)
  if (others.length === 0 || first.confidence >= 1 - sameConfidence) return first
  let best = first
  for (const division of await Promise.all(others.map((slots) => divisionOf(slots, options)))) {
    const isSurer = division.confidence > best.confidence + sameConfidence
    if (isSurer || (best.confidence === 0 && division.known > best.known)) best = division
  }
  return best
}

async function divisionOf(slots: readonly PlaceSlot[], options: SlotSearch): Promise<Division> {
  const candidates = await Promise.all(slots.map((slot) => candidatesOf(slot, options)))
  const confidences = candidates.map(confidenceOf)
  const least = Math.min(...confidences)
  return {
    candidates,
    confidence: hasPlaceTwice(candidates) ? least * sharedFactor : least,
    known: confidences.filter((confidence) => confidence > 0).length / candidates.length,
  }
}

function confidenceOf(candidates: SlotCandidates): number {
  if (candidates.kind === 'fixed') return 1
  if (candidates.kind === 'category') return categoryConfidence
  return candidates.results[0]?.confidence ?? 0
}

/** Whether two different texts mean one place. */
function hasPlaceTwice(candidates: readonly SlotCandidates[]): boolean {
  const texts = new Map<string, string>()
  for (const candidate of candidates) {
    const [best] = candidate.kind === 'named' ? candidate.results : []
    if (!best) continue
    const key = keyOf(best)
    const text = texts.get(key)
    if (text !== undefined && text !== candidate.text) return true
    texts.set(key, candidate.text)
  }
  return false
}

const keyOf = ({ place, house }: SearchResult) => `${place.docId} ${house?.number ?? ''}`
