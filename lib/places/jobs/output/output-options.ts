import type { InputRow } from '../input/index.ts'
import type { Plan } from '../steps/plan-file.ts'
import type { RowOutcome } from './added-columns.ts'

/** Format of a result: `before`, then the rows joined with `between`, then `after`. */
export interface OutputFormat {
  before: string
  between: string
  after: string
  /** Formats a row: one text per result, or a single text without a place. */
  rows(row: InputRow, outcome: RowOutcome): string[]
}

export interface OutputOptions {
  /** Column names of the input. */
  header: readonly string[]
  /** Names of the added columns. */
  added: readonly string[]
  /** Maximum results per row. */
  size: number
  /** Format of the input, if it is CSV. */
  csv?: Pick<Plan, 'separator' | 'lineEnd' | 'hasBom'>
}
