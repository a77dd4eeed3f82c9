import type { Gazetteer } from '#places/gazetteer'
import type { SearchResult } from '#places/search'
import type { RegionData } from './regions.ts'
import { caseShare } from './shares.ts'

export type Half = 'development' | 'unseen'

export interface Verdict {
  outcome: 'right' | 'wrong' | 'nothing'
  /** The results, best first. */
  results: readonly SearchResult[]
}

/** One question with one expectation. */
export interface QualityCase {
  /** The query as a person reads it. */
  text: string
  /** What the report tells apart: the form of the query, the kind of place. */
  group: string
  /** What is asked for: cases about the same thing are of the same half. */
  about: string
  /** A house is asked for, so that a street or town is wider than the question. */
  asksHouse?: true
  /** Something in an area is asked for, so that the area itself is wider than the question. */
  asksWithin?: true
  ask(gazetteer: Gazetteer): Promise<Verdict>
}

/** Cases that are made of any region's map in the same way. */
export interface QualitySet {
  name: string
  /** What a right answer is, in a sentence. */
  right: string
  /** The share of each group that is promised in every region, 0 to 1. */
  goals?: Readonly<Record<string, number>>
  /** Whether the report compares confidence with the share of right answers. */
  bands?: true
  /** A set of only some regions. */
  regions?: readonly string[]
  cases(region: RegionData, options: CaseOptions): readonly QualityCase[]
}

export interface CaseOptions {
  seed: number
  /** Cases of each group in a region. */
  limit: number
}

/** By the region or by what is asked for, so that it does not depend on seed and limit. */
export function halfOf({ region }: RegionData, { about }: QualityCase): Half {
  return region.unseen || caseShare(region.source, about) < 0.5 ? 'unseen' : 'development'
}

/** A verdict on the first result. */
export function judgeFirst(
  results: readonly SearchResult[],
  isRight: (first: SearchResult) => boolean,
): Verdict {
  const [first] = results
  return { outcome: first ? (isRight(first) ? 'right' : 'wrong') : 'nothing', results }
}
