import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { InvocationLimits } from '#platform/api'

/** Limits of one invocation. Limits of the caller's connection are only known on a single machine. */
export interface ToolCallLimits extends InvocationLimits {
  /** Unix milliseconds after which the caller stops waiting. */
  answerBy: number
  /** Aborted when the caller has hung up. */
  hungUp?: AbortSignal | undefined
  /** Returns whether an answer sent now would still reach the caller. */
  canDeliver?: (() => boolean) | undefined
}

/** Invokes the functions of operations, as a gateway does. */
export interface OperationFunctions {
  /**
   * Invokes the function of an operation once, without a retry, because a second invocation would be a second charge.
   *
   * @throws ApiError `service_unavailable` when it cannot be invoked or fails, `gateway_timeout` when it has not
   * answered in time. In both cases it charges nothing.
   */
  invoke(
    operation: string,
    event: APIGatewayProxyEvent,
    limits: ToolCallLimits,
  ): Promise<APIGatewayProxyResult>
}
