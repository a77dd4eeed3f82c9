import { operations } from '../functions/operations.ts'
import { isFree } from '../lib/platform/api/index.ts'

/*
 * Facts about each operation that a call needs, from the operations table. In the packed client, `build/stage.ts`
 * replaces this module by plain data.
 */

export interface OperationFacts {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Whether all calls are free of charge. */
  free: boolean
}

export const operationTable: readonly OperationFacts[] = operations.map((operation) => ({
  id: operation.id,
  method: operation.method,
  path: operation.path,
  free: isFree(operation),
}))
