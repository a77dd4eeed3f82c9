import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { InvocationLimits } from '#platform/api'

/** Limits of one invocation; those of the caller's connection are known on one machine only. */
export interface ToolCallLimits extends InvocationLimits {
  /** Unix milliseconds after which nobody waits for the answer. */
  answerBy: number
  /** Aborted when the caller has hung up. */
  hungUp?: AbortSignal | undefined
  /** Whether an answer given now would still reach the caller. */
  canDeliver?: (() => boolean) | undefined
}

/** The functions of operations, as a gateway sees them. */
export interface OperationFunctions {
  /**
   * Invokes the function of an operation once, without a retry: a second invocation would be a second charge.
   *
   * @throws ApiError `service_unavailable` when it cannot be invoked or fails, `gateway_timeout` when it has not
   * answered in time. Then it charges nothing.
   */
  invoke(
    operation: string,
    event: APIGatewayProxyEvent,
    limits: ToolCallLimits,
  ): Promise<APIGatewayProxyResult>
}
