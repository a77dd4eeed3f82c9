import type { ErrorCode } from '#platform/errors'

/** What `tools/call` answers, in the protocol's words. */
export interface ToolResult {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
  _meta: {
    /** What the call cost and what the account has left, decimal USD. */
    'cairn/charged_usd'?: string
    'cairn/balance_usd'?: string
    /** Names the call in the ledger and in logs. */
    'cairn/request_id'?: string
    /** The call was made before under the same idempotency key, and costs nothing now. */
    'cairn/idempotent_replay'?: true
    'cairn/warnings'?: string[]
  }
  [key: string]: unknown
}

/** What an assistant can do about an error, where its message does not say so. */
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
 * An error of the service as a tool error: its code, its sentence, what to do, its further fields, and notes on what
 * was ignored.
 */
export function failed(
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
    // No structured content: it would have to meet the schema of a successful answer.
    _meta: meta,
  }
}
