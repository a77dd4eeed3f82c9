import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { InvocationContext } from '#platform/api'
import { unavailable } from '#platform/errors'
import type { OperationFunctions } from '../port.ts'

type OperationHandler = (
  event: APIGatewayProxyEvent,
  context?: InvocationContext,
) => Promise<APIGatewayProxyResult>

/** Calls the functions of operations that this process has loaded, by operation id. */
export function useLoadedFunctions(
  handlers: ReadonlyMap<string, OperationHandler>,
): OperationFunctions {
  return {
    invoke: async (
      operation,
      event,
      { answerBy, maxAnswerBytes, idempotencyKey, hungUp, canDeliver },
    ) => {
      const handler = handlers.get(operation)
      if (!handler) throw unavailable(new Error(`the function of ${operation} is not loaded`))
      return await handler(event, {
        clientContext: { custom: { answerBy, maxAnswerBytes, idempotencyKey } },
        ...(hungUp && { hungUp }),
        ...(canDeliver && { canDeliver }),
      })
    },
  }
}
