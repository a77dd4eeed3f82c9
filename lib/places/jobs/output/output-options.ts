import type { InputRow } from '../input/index.ts'
import type { Plan } from '../steps/plan-file.ts'
import type { RowOutcome } from './added-columns.ts'

/** A file of results: `before`, the rows with `between` between them, `after`. */
export interface OutputFormat {
  before: string
  between: string
  after: string
  /** One text for each result of a row, or one without a place. */
  rows(row: InputRow, outcome: RowOutcome): string[]
}

export interface OutputOptions {
  /** Columns of the input. */
  header: readonly string[]
  /** Names of the added columns. */
  added: readonly string[]
  /** Maximum results of a row. */
  size: number
  /** How the input is written, where it is CSV. */
  csv?: Pick<Plan, 'separator' | 'lineEnd' | 'hasBom'>
}
