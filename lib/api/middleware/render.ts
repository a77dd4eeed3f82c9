import type { APIGatewayProxyResult } from 'aws-lambda'
import { formatUsd } from '../../accounts/index.ts'
import { ApiError } from '../../errors/index.ts'
import type { ApiMiddleware, Call } from '../call.ts'

/** Adds the common headers to the answer, and turns a thrown error into one. */
export function render(): ApiMiddleware {
  return {
    after: ({ context, response }) => {
      if (response) response.headers = { ...response.headers, ...headersOf(context.call) }
    },
    onError: (request) => {
      request.response = errorResponse(request.context.call, request.error)
    },
  }
}

function errorResponse(call: Call, thrown: unknown): APIGatewayProxyResult {
  const error =
    thrown instanceof ApiError
      ? thrown
      : new ApiError('internal_error', undefined, { cause: thrown })
  const body = error.toJSON()
  if (error.status === 500) body.request_id = call.requestId
  return {
    statusCode: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...error.headers,
      ...headersOf(call),
    },
    body: JSON.stringify(body),
  }
}

function headersOf(call: Call): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': call.requestId,
    'x-charged': formatUsd(call.charged),
    'server-timing': [...call.stages, ['total', performance.now() - call.startedAt] as const]
      .map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`)
      .join(', '),
  }
  if (call.balance !== undefined) headers['x-balance'] = formatUsd(call.balance)
  if (call.warnings.length > 0) headers['x-warnings'] = call.warnings.map(headerSafe).join('; ')
  return headers
}

/** Field names come from the caller: characters that a header cannot carry are replaced. */
function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
}
