import { type Answer, rightShare } from '../test/geocoding/quality/run-set.ts'
import { table } from './statistics.ts'

/** The lowest confidence of each band. Figures in answers have two digits. */
const bands: readonly (readonly [label: string, min: number])[] = [
  ['1.00', 0.995],
  ['.90-.99', 0.895],
  ['.80-.89', 0.795],
  ['.70-.79', 0.695],
  ['.60-.69', 0.595],
  ['.50-.59', 0.495],
  ['.40-.49', 0.395],
  ['< .40', 0],
]

/**
 * Confidence against the share of right answers, by band; by half, by kind of region, by type of place.
 * Answers that are wider than the question are apart: the contract gives their confidence.
 */
export function bandTables(answers: readonly Answer[]): string {
  const found = answers.filter(({ results, isWider }) => results.length > 0 && !isWider)
  const wider = answers.filter(({ isWider }) => isWider)
  const all = {
    'all answers': found,
    'a street or area for a house, not in the other tables': wider,
  }
  const halves = Object.groupBy(found, ({ half }) => half)
  const kinds = Object.groupBy(found, ({ region }) => (region.clip ? 'clips' : 'whole regions'))
  const types = Object.groupBy(found, typeOf)
  return Object.entries({ ...all, ...halves, ...kinds, ...types })
    .map(([label, part]) => `${label}\n${bandTable(part!)}\n`)
    .join('\n')
}

function bandTable(answers: readonly Answer[]): string {
  const rows = bands.map(([label, min], i) => {
    const max = bands[i - 1]?.[1] ?? Number.POSITIVE_INFINITY
    const inBand = answers.filter((answer) => {
      const confidence = confidenceOf(answer)
      return confidence >= min && confidence < max
    })
    return rowOf(label, inBand)
  })
  const header = ['confidence', 'answers', 'right', 'mean confidence', 'difference']
  return table([header, ...rows, rowOf('all', answers)])
}

function rowOf(label: string, answers: readonly Answer[]): string[] {
  if (answers.length === 0) return [label, '0', '', '', '']
  const mean = answers.reduce((sum, answer) => sum + confidenceOf(answer), 0) / answers.length
  const right = rightShare(answers)
  const points = 100 * (mean - right)
  return [
    label,
    String(answers.length),
    `${(100 * right).toFixed(1)} %`,
    `${(100 * mean).toFixed(1)} %`,
    `${points >= 0 ? '+' : ''}${points.toFixed(1)}`,
  ]
}

function confidenceOf({ results }: Answer): number {
  return results[0]!.confidence
}

function typeOf({ results }: Answer): string {
  const { place, house } = results[0]!
  return house ? 'address' : place.type
}
