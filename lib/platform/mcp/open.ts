import type { LambdaEnvironment } from './aws/index.ts'
import type { OperationFunctions } from './port.ts'

/** Variables that name the functions of operations. */
export interface FunctionsEnvironment extends LambdaEnvironment {
  /** JSON: names or ARNs of Lambda functions by operation id. */
  CAIRN_FUNCTIONS?: string | undefined
}

/**
 * The functions of a deployment.
 *
 * @throws Error when no functions are named: on one machine they are handed over instead.
 */
export async function openFunctions(
  environment: FunctionsEnvironment,
): Promise<OperationFunctions> {
  const names = environment.CAIRN_FUNCTIONS
  if (!names) throw new Error('CAIRN_FUNCTIONS is not set')
  const { lambdaFunctions } = await import('./aws/index.ts')
  return lambdaFunctions(JSON.parse(names), environment)
}
