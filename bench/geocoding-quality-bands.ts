import { type Band, bandOf, bandsOf } from '../test/places/search/quality/bands.ts'
import type { Answer } from '../test/places/search/quality/run-set.ts'
import { formatTable } from './statistics.ts'

/**
 * Tabulates confidence against the share of right answers by band: for all answers, by half, by kind of region and by
 * type of place. Answers that are wider than the question are listed separately, because the contract defines their
 * confidence.
 */
export function formatBandTables(answers: readonly Answer[]): string {
  const found = answers.filter(({ results, isWider }) => results.length > 0 && !isWider)
  const wider = answers.filter(({ isWider }) => isWider)
  const all = {
    'all answers': found,
    'a street or area for something in it, not in the other tables': wider,
  }
  const halves = Object.groupBy(found, ({ half }) => half)
  const kinds = Object.groupBy(found, ({ region }) => (region.clip ? 'clips' : 'whole regions'))
  const types = Object.groupBy(found, classifyAnswer)
  return Object.entries({ ...all, ...halves, ...kinds, ...types })
    .map(([label, part]) => `${label}\n${formatBandTable(part!)}\n`)
    .join('\n')
}

function formatBandTable(answers: readonly Answer[]): string {
  const header = ['confidence', 'answers', 'right', 'mean confidence', 'difference']
  return formatTable([header, ...[...bandsOf(answers), bandOf('all', answers)].map(formatBandRow)])
}

function formatBandRow({ label, count, right, meanConfidence }: Band): string[] {
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

function classifyAnswer({ results }: Answer): string {
  const { place, house } = results[0]!
  return house ? 'address' : place.type
}
