import type { Need } from '../lib/platform/api/operation.ts'
import { toolServer } from './mcp/route.ts'
import { operations } from './operations.ts'

export type FunctionKind =
  | 'operation'
  | 'authorizer'
  | 'ledger'
  | 'health'
  | 'step'
  | 'mcp'
  | 'map'
  | 'console'

/** One function of a deployment; its code is `functions/<id>/handler.ts`. */
export interface DeployedFunction {
  id: string
  kind: FunctionKind
  /** Data and capabilities of the function, which determine its grants, layer and memory. */
  needs: readonly Need[]
}

/** All functions of a deployment with all its options: one for each operation, and the supporting ones. */
export const deployedFunctions: readonly DeployedFunction[] = [
  ...operations.map(({ id, needs }) => ({ id, kind: 'operation', needs }) as const),
  { id: 'authorizer', kind: 'authorizer', needs: [] },
  { id: 'ledger', kind: 'ledger', needs: [] },
  { id: 'health', kind: 'health', needs: ['engine'] },
  { id: toolServer.id, kind: 'mcp', needs: [] },
  // Only in deployments with the explorer.
  { id: 'map', kind: 'map', needs: [] },
  // Only in deployments with the console.
  { id: 'console', kind: 'console', needs: [] },
  // Steps of a batch job, in order.
  { id: 'jobs/plan', kind: 'step', needs: ['places', 'jobs'] },
  { id: 'jobs/work', kind: 'step', needs: ['places', 'jobs'] },
  { id: 'jobs/merge', kind: 'step', needs: ['jobs'] },
  { id: 'jobs/finish', kind: 'step', needs: ['jobs'] },
]

/**
 * Finds a function.
 *
 * @throws Error when it does not exist.
 */
export function findDeployedFunction(id: string): DeployedFunction {
  const found = deployedFunctions.find((deployed) => deployed.id === id)
  if (found) return found
  const ids = deployedFunctions.map((deployed) => deployed.id).join(', ')
  throw new Error(`There is no function "${id}"; there are: ${ids}.`)
}
