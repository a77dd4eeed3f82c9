import type { APIGatewayProxyResult } from 'aws-lambda'
import { formatUsd } from '#platform/accounts'
import { ApiError } from '#platform/errors'
import type { ApiMiddleware, Call } from '../call.ts'

/** Adds the common headers to the answer, and turns a thrown error into one. */
export function render(): ApiMiddleware {
  return {
    after: ({ context, response }) => {
      const { call } = context
      if (!response) return
      response.headers = {
        ...makeHeaders(call),
        // A kept answer brings its own `x-warnings`.
        ...response.headers,
        ...(call.isPaid && { 'x-idempotent-replay': 'true' }),
      }
    },
    onError: (request) => {
      request.response = renderError(request.context.call, request.error)
    },
  }
}

function renderError(call: Call, thrown: unknown): APIGatewayProxyResult {
  const error =
    thrown instanceof ApiError
      ? thrown
      : new ApiError('internal_error', undefined, { cause: thrown })
  const body = error.toJSON()
  if (error.status === 500) body.request_id = call.requestId
  // Unknown fields are included, because they often explain why another field is missing.
  return {
    statusCode: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...error.headers,
      ...makeHeaders(call),
    },
    body: JSON.stringify(call.warnings.addTo(body)),
  }
}

function makeHeaders(call: Call): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': call.requestId,
    'x-charged': formatUsd(call.charged),
    'server-timing': [...call.stages, ['total', performance.now() - call.startedAt] as const]
      .map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`)
      .join(', '),
  }
  if (call.balance !== undefined) headers['x-balance'] = formatUsd(call.balance)
  const warnings = call.warnings.header()
  if (warnings !== undefined) headers['x-warnings'] = warnings
  return headers
}
