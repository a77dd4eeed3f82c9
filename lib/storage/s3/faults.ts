/** The answer is not what the protocol promises: too short, stalled, about other bytes. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
}

interface ServiceFault extends Error {
  code?: unknown
  $metadata?: { httpStatusCode?: number }
}

/** HTTP status of the answer the error was made of, where there was an answer. */
export function statusOf(error: unknown): number | undefined {
  return (error as ServiceFault | undefined)?.$metadata?.httpStatusCode
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error)
}

/** Codes with a status below 500 that S3 means as "try again". */
const passingNames = new Set([
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'OperationAborted',
  'ConditionalRequestConflict',
  // What was sent is right where it was sent from: it was changed on its way.
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'XAmzContentChecksumMismatch',
  'TimeoutError',
  'BrokenAnswer',
])

/** Faults of the line, as Node names them. */
const lineCodes =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|HPE_\w+)$/

/** Whether the same request may well succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (passingNames.has(nameOf(error))) return true
  const status = statusOf(error)
  if (status !== undefined && status >= 300) return status >= 500 || status === 429
  return lineCodes.test(String((error as ServiceFault | undefined)?.code))
}
