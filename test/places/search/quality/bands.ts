import { type Answer, rightShare } from './run-set.ts'

/** The lowest confidence of each band. Figures in answers have two digits. */
const limits: readonly (readonly [label: string, min: number])[] = [
  ['1.00', 0.995],
  ['.90-.99', 0.895],
  ['.80-.89', 0.795],
  ['.70-.79', 0.695],
  ['.60-.69', 0.595],
  ['.50-.59', 0.495],
  ['.40-.49', 0.395],
  ['< .40', 0],
]

/** Answers of about the same confidence. */
export interface Band {
  label: string
  count: number
  /** Share of right answers, 0 to 1. */
  right: number
  meanConfidence: number
}

/** Answers with a result, by their confidence. */
export function bandsOf(answers: readonly Answer[]): Band[] {
  return limits.map(([label, min], i) => {
    const max = limits[i - 1]?.[1] ?? Number.POSITIVE_INFINITY
    return bandOf(
      label,
      answers.filter((answer) => {
        const confidence = confidenceOf(answer)
        return confidence !== undefined && confidence >= min && confidence < max
      }),
    )
  })
}

/** All of the answers as one band. */
export function bandOf(label: string, answers: readonly Answer[]): Band {
  const sum = answers.reduce((sum, answer) => sum + (confidenceOf(answer) ?? 0), 0)
  const count = answers.length
  return { label, count, right: rightShare(answers), meanConfidence: count ? sum / count : 0 }
}

function confidenceOf({ results }: Answer): number | undefined {
  return results[0]?.confidence
}
