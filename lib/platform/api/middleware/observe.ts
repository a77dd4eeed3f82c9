import { MetricUnit } from '@aws-lambda-powertools/metrics'
import { ApiError } from '#platform/errors'
import type { ApiMiddleware, Call } from '../call.ts'
import { logger, metrics } from '../telemetry.ts'

/** Outermost middleware: one log line and one EMF record per call. */
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
    if (status >= 500) logger.error('call failed', { ...line, error: causeOf(error) })
    else logger.info('call', line)

    // Without an await in between, so that concurrent calls cannot mix.
    // Counted for all operations, since an alarm can add up ten metrics at most, and for each.
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

/** The cause of an error for the caller: what an operator needs. */
function causeOf(error: Error | null | undefined): Error | undefined {
  if (!error) return undefined
  return error instanceof ApiError && error.cause instanceof Error ? error.cause : error
}
