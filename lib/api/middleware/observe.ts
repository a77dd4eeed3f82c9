import { MetricUnit } from '@aws-lambda-powertools/metrics'
import { ApiError } from '../../errors/index.ts'
import type { ApiMiddleware, Call } from '../call.ts'
import { logger, metrics } from '../telemetry.ts'

/** Outermost: one log line and one EMF record of each call, when its answer is known. */
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
    }
    if (status >= 500) logger.error('call failed', { ...line, error: causeOf(error) })
    else logger.info('call', line)

    // Filled and published in one go, so that calls under way at once cannot mix.
    // Counted twice: of all operations, since an alarm can add up ten metrics at most, and of each.
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

/** The fault under an error meant for the caller, which is what an operator needs to see. */
function causeOf(error: Error | null | undefined): Error | undefined {
  if (!error) return undefined
  return error instanceof ApiError && error.cause instanceof Error ? error.cause : error
}
