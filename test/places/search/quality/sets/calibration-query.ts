import { seeded } from '../../../../fixtures/random.ts'
import type { judgeFirst, QualityCase } from '../quality-set.ts'
import { caseShare } from '../shares.ts'

/** A query, and which first result is right; nothing found is right where none can be. */
export interface CalibrationQuery extends Omit<QualityCase, 'ask'> {
  isRight?: Parameters<typeof judgeFirst>[1]
}

export interface DrawOptions {
  seed: number
  max: number
  /** Towns that are in no object of the region. */
  farTowns: readonly string[]
}

/** At most `max` of the list, by the lowest number of each. */
export function drawn<T>(list: readonly T[], max: number, number: (item: T) => number): T[] {
  const numbers = new Map(list.map((item) => [item, number(item)]))
  return [...list].sort((a, b) => numbers.get(a)! - numbers.get(b)!).slice(0, max)
}

/** Random numbers for one thing and one way to ask for it. */
export function chanceOf(seed: number, ...texts: readonly string[]): () => number {
  return seeded(caseShare(String(seed), ...texts) * 2 ** 32)
}
