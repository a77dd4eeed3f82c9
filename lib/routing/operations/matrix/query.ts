import type * as z from 'zod'
import type { LatLon } from '#ground/geo'
import type { Costing } from '#routing/engine'
import type { MatrixCell } from '#routing/schemas'

/** A row for each source, a cell for each target; `null` if no route exists. */
export type MatrixCells = (z.output<typeof MatrixCell> | null)[][]

export interface MatrixQuery {
  sources: readonly LatLon[]
  targets: readonly LatLon[]
  costing: Costing
}
