import { operations } from '../functions/operations.ts'
import { isFree } from '../lib/platform/api/index.ts'

/*
 * What a call needs to know of its operation, from the operations table. The packed client has this module
 * printed as data: `build/print-contracts.ts`.
 */

export interface OperationFacts {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Whether no call costs anything. */
  free: boolean
}

export const operationTable: readonly OperationFacts[] = operations.map((operation) => ({
  id: operation.id,
  method: operation.method,
  path: operation.path,
  free: isFree(operation),
}))
