/** Thrown when a response breaks the protocol: it is too short, stalled, or has other bytes than requested. */
export class BrokenResponse extends Error {
  override readonly name = 'BrokenResponse'
}

interface ServiceFault extends Error {
  code?: unknown
  $metadata?: { httpStatusCode?: number }
}

/** Returns the HTTP status of an error response; `undefined` without a response. */
export function readStatus(error: unknown): number | undefined {
  return (error as ServiceFault | undefined)?.$metadata?.httpStatusCode
}

export function readErrorName(error: unknown): string {
  return error instanceof Error ? error.name : String(error)
}

/** Names of errors to retry although their status is below 500. */
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

/** Codes of connection faults in Node. */
const connectionCodes =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|HPE_\w+)$/

/** Returns whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (transientNames.has(readErrorName(error))) return true
  const status = readStatus(error)
  if (status !== undefined && status >= 300) return status >= 500 || status === 429
  return connectionCodes.test(String((error as ServiceFault | undefined)?.code))
}
