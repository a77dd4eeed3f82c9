import type { ErrorBodies } from './contracts.ts'
import { errorCodes } from './error-codes.ts'
import { type AnyCairnError, CairnError } from './errors.ts'
import { parseRetryAfter } from './retry-policy.ts'

const maxQuotedCharacters = 500

/** Returns the error of an unsuccessful answer: the service's own, or `unexpected_answer`. */
export function answerError(
  response: Response,
  { text, body, isPaid }: { text: string; body: unknown; isPaid: boolean },
): AnyCairnError {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const { status } = response
  if (!isErrorBody(body)) {
    return new CairnError({
      code: 'unexpected_answer',
      message: `The server answered ${status} with something that is not an answer of the service.`,
      body: text.slice(0, maxQuotedCharacters),
      status,
      requestId,
      // An unreadable success was charged. A 5xx may come from a proxy that lost a charged answer.
      mayBeCharged: isPaid && (response.ok || status >= 500),
    })
  }
  const inBody = (body as { retry_after_seconds?: number }).retry_after_seconds
  return new CairnError({
    code: body.error,
    message: body.message,
    body,
    status,
    requestId,
    retryAfterSeconds: parseRetryAfter(response.headers) ?? inBody,
  }) as AnyCairnError
}

function isErrorBody(body: unknown): body is ErrorBodies[keyof ErrorBodies] {
  if (typeof body !== 'object' || body === null) return false
  const { error, message } = body as Record<string, unknown>
  return typeof message === 'string' && (errorCodes as readonly unknown[]).includes(error)
}

export function lostError(facts: { cause: unknown; mayBeCharged: boolean }) {
  const reason = findReason(facts.cause)
  const message = `No answer: the connection failed${reason && ` (${reason})`}.`
  return new CairnError({ code: 'connection_failed', message, body: undefined, ...facts })
}

export function timeoutError(facts: {
  cause: unknown
  mayBeCharged: boolean
  idempotencyKey: string | undefined
  attempts: number
}) {
  return new CairnError({
    code: 'timeout',
    message: 'No answer within the time limit of the call.',
    body: undefined,
    ...facts,
  })
}

/** Returns the innermost message, because `fetch` itself only says "fetch failed". */
function findReason(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return findReason(error.cause) || error.message
}
