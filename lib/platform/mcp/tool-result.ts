import type { ErrorCode } from '#platform/errors'

/** Answer to `tools/call`, in the protocol's terms. */
export interface ToolResult {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
  _meta: {
    /** Price of the call and the account's balance afterwards, decimal USD. */
    'cairn/charged_usd'?: string
    'cairn/balance_usd'?: string
    /** Id of the call in the ledger and in logs. */
    'cairn/request_id'?: string
    /** Whether the call was made before under the same idempotency key, and is free now. */
    'cairn/idempotent_replay'?: true
    'cairn/warnings'?: string[]
  }
  [key: string]: unknown
}

/** Advice to assistants about errors whose messages do not contain it. */
const advice: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Correct the arguments and call again.',
  payment_required: 'Ask the user to top up the account; calling again does not help.',
  forbidden: 'Ask the user for access; calling again does not help.',
  idempotency_conflict:
    'Call again in a moment if it says that the first call is running; otherwise with another idempotency key.',
  payload_too_large: 'Ask for less, or leave out detail.',
  location_not_routable:
    'Move the location onto a road (locate finds the nearest) or another travel.',
  no_route: 'Try another travel, or locations on the same side of what separates them.',
  geocode_failed: 'Look the name up with search_places, or write it with its town.',
  area_outside_data: 'The resource cairn://region says what the data covers.',
  too_many_requests: 'Wait, then call again.',
  service_unavailable: 'Call again in a moment.',
  gateway_timeout: 'Ask for less, or call again.',
}

/**
 * Converts an error of the service to a tool error: its code, its message, advice, its further fields, and notes on
 * ignored arguments.
 */
export function toToolError(
  body: Record<string, unknown>,
  meta: ToolResult['_meta'],
  notes: readonly string[] = [],
): ToolResult {
  const { error, message, ...fields } = body
  const known = advice[error as ErrorCode]
  const lines = [
    `${error}: ${message}`,
    ...(known ? [known] : []),
    ...(Object.keys(fields).length > 0 ? [JSON.stringify(fields)] : []),
    ...notes,
  ]
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    isError: true,
    // Structured content is left out: it would have to match the schema of a successful answer.
    _meta: meta,
  }
}
