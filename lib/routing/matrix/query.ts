import type * as z from 'zod'
import type { LatLon } from '../../geo/index.ts'
import type { Costing } from '../engine/index.ts'
import type { MatrixCell } from '../schemas/index.ts'

/** A row for each source, a cell for each target; `null` where there is no way. */
export type MatrixCells = (z.output<typeof MatrixCell> | null)[][]

export interface MatrixQuery {
  sources: readonly LatLon[]
  targets: readonly LatLon[]
  costing: Costing
}
