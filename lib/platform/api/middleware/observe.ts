import { MetricUnit } from '@aws-lambda-powertools/metrics'
import { ApiError } from '#platform/errors'
import type { ApiMiddleware, Call } from '../call.ts'
import { logger, metrics } from '../telemetry.ts'

/** Makes the outermost middleware, which writes one log line and one EMF record per call. */
export function observe(): ApiMiddleware {
  const finish = (call: Call, status: number, error?: Error | null) => {
    const durationMs = Math.round(performance.now() - call.startedAt)
    const line = {
      request_id: call.requestId,
      gateway_request_id: call.gatewayRequestId,
      operation: call.operation.id,
      status,
      duration_ms: durationMs,
      account_id: call.caller?.accountId,
      key_id: call.caller?.keyId,
      charged_microdollars: call.charged,
      ...(call.isPaid && { idempotent_replay: true }),
    }
    if (status >= 500) logger.error('call failed', { ...line, error: findCause(error) })
    else logger.info('call', line)

    // An await in between would let concurrent calls mix. Counted for all operations together, since an alarm can add
    // up at most ten metrics, and for each operation.
    metrics.addDimensions({})
    metrics.addDimensions({ operation: call.operation.id })
    metrics.addMetric('Duration', MetricUnit.Milliseconds, durationMs)
    metrics.addMetric('ChargedMicrodollars', MetricUnit.Count, call.charged)
    metrics.addMetric('InsufficientBalance', MetricUnit.Count, status === 402 ? 1 : 0)
    metrics.addMetric('WithheldAnswers', MetricUnit.Count, call.withheld ? 1 : 0)
    metrics.addMetric('Faults', MetricUnit.Count, status >= 500 ? 1 : 0)
    metrics.publishStoredMetrics()
  }
  return {
    after: ({ context, response }) => finish(context.call, response?.statusCode ?? 500),
    onError: ({ context, response, error }) =>
      finish(context.call, response?.statusCode ?? 500, error),
  }
}

/** Returns the cause behind the caller's error, for the operator. */
function findCause(error: Error | null | undefined): Error | undefined {
  if (!error) return undefined
  return error instanceof ApiError && error.cause instanceof Error ? error.cause : error
}
