import type { LambdaEnvironment } from './aws/index.ts'
import type { OperationFunctions } from './port.ts'

/** Environment variables that name the functions of operations. */
export interface FunctionsEnvironment extends LambdaEnvironment {
  /** JSON: names or ARNs of Lambda functions by operation id. */
  CAIRN_FUNCTIONS?: string | undefined
}

/**
 * Opens the functions of a deployment.
 *
 * @throws Error when no functions are named; on one machine they are passed in instead.
 */
export async function openFunctions(
  environment: FunctionsEnvironment,
): Promise<OperationFunctions> {
  const names = environment.CAIRN_FUNCTIONS
  if (!names) throw new Error('CAIRN_FUNCTIONS is not set')
  const { openLambdaFunctions } = await import('./aws/index.ts')
  return openLambdaFunctions(JSON.parse(names), environment)
}
