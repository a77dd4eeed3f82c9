/** A response that breaks the protocol: too short, stalled, or of other bytes than requested. */
export class BrokenResponse extends Error {
  override readonly name = 'BrokenResponse'
}

interface ServiceFault extends Error {
  code?: unknown
  $metadata?: { httpStatusCode?: number }
}

/** HTTP status of an error response; undefined where no response came. */
export function statusOf(error: unknown): number | undefined {
  return (error as ServiceFault | undefined)?.$metadata?.httpStatusCode
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error)
}

/** Errors to retry although their status is below 500. */
const transientNames = new Set([
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'OperationAborted',
  'ConditionalRequestConflict',
  // The body was changed in transit.
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'XAmzContentChecksumMismatch',
  'TimeoutError',
  'BrokenResponse',
])

/** Connection faults, as Node names them. */
const connectionCodes =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|HPE_\w+)$/

/** Whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (transientNames.has(nameOf(error))) return true
  const status = statusOf(error)
  if (status !== undefined && status >= 300) return status >= 500 || status === 429
  return connectionCodes.test(String((error as ServiceFault | undefined)?.code))
}
