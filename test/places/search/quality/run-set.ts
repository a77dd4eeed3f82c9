import { isAreaType } from '#places/gazetteer'
import {
  type Half,
  halfOf,
  type QualityCase,
  type QualitySet,
  type Verdict,
} from './quality-set.ts'
import type { QualityRegion, RegionData } from './regions.ts'

/** A case with its answer. */
export interface Answer extends Verdict {
  set: string
  region: QualityRegion
  half: Half
  text: string
  group: string
  /** Something narrower than the answer was asked for: confidence is that of the contract's ladder. */
  isWider: boolean
}

/** Asks all cases of a set in one region, one after another. */
export async function runSet(
  set: QualitySet,
  data: RegionData,
  { half, ...options }: { seed: number; limit: number; half?: Half | undefined },
): Promise<Answer[]> {
  if (set.regions && !set.regions.includes(data.region.name)) return []
  const answers: Answer[] = []
  for (const check of set.cases(data, options) as readonly QualityCase[]) {
    const ofHalf = halfOf(data, check)
    if (half && ofHalf !== half) continue
    const verdict = await check.ask(data.gazetteer)
    const { text, group, asksHouse, asksWithin } = check
    const [first] = verdict.results
    const isHouse = first?.house !== undefined || first?.place.houseNumber !== undefined
    const isWider =
      first !== undefined &&
      ((asksHouse && !isHouse) ||
        (asksWithin && isAreaType(first.place.type) && first.matchType === 'fallback')) === true
    const { region } = data
    answers.push({ ...verdict, set: set.name, region, half: ofHalf, text, group, isWider })
  }
  return answers
}

/** The share of right answers, 0 to 1; 1 of none. */
export function rightShare(answers: readonly Answer[]): number {
  if (answers.length === 0) return 1
  return answers.filter(({ outcome }) => outcome === 'right').length / answers.length
}
