import { type ErrorCode, errorTable } from '#platform/errors'

/**
 * Error codes of the gateway's own answers, for the local and the deployed gateway. A gateway has one fixed status
 * per type and only substitutes `$context` variables. 402 is therefore missing here: the function answers it.
 */
const codes = {
  UNAUTHORIZED: 'unauthorized',
  ACCESS_DENIED: 'forbidden',
  AUTHORIZER_FAILURE: 'service_unavailable',
  AUTHORIZER_CONFIGURATION_ERROR: 'service_unavailable',
  /** The deployed gateway's type for an unknown path. */
  MISSING_AUTHENTICATION_TOKEN: 'not_found',
  RESOURCE_NOT_FOUND: 'not_found',
  /** Used by the local gateway only; on the deployed one a catch-all method of the path answers. */
  METHOD_NOT_ALLOWED: 'method_not_allowed',
  BAD_REQUEST_BODY: 'bad_request',
  BAD_REQUEST_PARAMETERS: 'bad_request',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
  REQUEST_TOO_LARGE: 'payload_too_large',
  WAF_FILTERED: 'forbidden',
  THROTTLED: 'too_many_requests',
  QUOTA_EXCEEDED: 'too_many_requests',
  INTEGRATION_FAILURE: 'service_unavailable',
  INTEGRATION_TIMEOUT: 'gateway_timeout',
  DEFAULT_4XX: 'bad_request',
  DEFAULT_5XX: 'internal_error',
} as const satisfies Record<string, ErrorCode>

/** Messages that differ from the error table. */
const messages: Partial<Record<GatewayResponseType, string>> = {
  ACCESS_DENIED: '$context.authorizer.message',
  WAF_FILTERED: 'The firewall refused this request.',
}

/** Maximum bytes of a query string, as sent. API Gateway allows 10,240 for request line and headers together. */
export const maxQueryBytes = 8192
export const queryTooLargeMessage = 'The query string is over 8,192 bytes.'

export type GatewayResponseType = keyof typeof codes

export interface GatewayResponse {
  status: number
  headers: Record<string, string>
  /** `$context.<name>` is replaced by the gateway's variable. */
  body: Record<string, unknown>
}

function makeGatewayResponse(type: GatewayResponseType): GatewayResponse {
  const code = codes[type]
  const { status, message } = errorTable[code]
  const retry = status === 429 || status === 503
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Not `$context.requestId`: callers can set that one with a header.
      'x-request-id': '$context.extendedRequestId',
      ...(retry ? { 'retry-after': '1' } : {}),
    },
    body: {
      error: code,
      message: messages[type] ?? message,
      ...(status === 429 ? { retry_after_seconds: 1 } : {}),
      ...(status === 500 ? { request_id: '$context.extendedRequestId' } : {}),
    },
  }
}

export const gatewayResponses = Object.fromEntries(
  (Object.keys(codes) as GatewayResponseType[]).map((type) => [type, makeGatewayResponse(type)]),
) as Record<GatewayResponseType, GatewayResponse>
