import { type Band, bandOf, bandsOf } from '../test/places/search/quality/bands.ts'
import type { Answer } from '../test/places/search/quality/run-set.ts'
import { table } from './statistics.ts'

/**
 * Confidence against the share of right answers, by band; by half, by kind of region, by type of place.
 * Answers that are wider than the question are apart: the contract gives their confidence.
 */
export function bandTables(answers: readonly Answer[]): string {
  const found = answers.filter(({ results, isWider }) => results.length > 0 && !isWider)
  const wider = answers.filter(({ isWider }) => isWider)
  const all = {
    'all answers': found,
    'a street or area for something in it, not in the other tables': wider,
  }
  const halves = Object.groupBy(found, ({ half }) => half)
  const kinds = Object.groupBy(found, ({ region }) => (region.clip ? 'clips' : 'whole regions'))
  const types = Object.groupBy(found, typeOf)
  return Object.entries({ ...all, ...halves, ...kinds, ...types })
    .map(([label, part]) => `${label}\n${bandTable(part!)}\n`)
    .join('\n')
}

function bandTable(answers: readonly Answer[]): string {
  const header = ['confidence', 'answers', 'right', 'mean confidence', 'difference']
  return table([header, ...[...bandsOf(answers), bandOf('all', answers)].map(rowOf)])
}

function rowOf({ label, count, right, meanConfidence }: Band): string[] {
  if (count === 0) return [label, '0', '', '', '']
  const points = 100 * (meanConfidence - right)
  return [
    label,
    String(count),
    `${(100 * right).toFixed(1)} %`,
    `${(100 * meanConfidence).toFixed(1)} %`,
    `${points >= 0 ? '+' : ''}${points.toFixed(1)}`,
  ]
}

function typeOf({ results }: Answer): string {
  const { place, house } = results[0]!
  return house ? 'address' : place.type
}
