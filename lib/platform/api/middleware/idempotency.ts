import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import {
  type IdempotencyRecords,
  type IdempotentBeginning,
  type IdempotentCall,
  idempotencyHours,
  makeRecordId,
  maxIdempotentRepeats,
  openAccounts,
} from '#platform/accounts'
import { ApiError } from '#platform/errors'
import { answerTooLarge } from '../answer-too-large.ts'
import type { ApiMiddleware, Call } from '../call.ts'
import { packAnswer, unpackAnswer } from '../kept-answer.ts'
import { hasBody, isFree } from '../operation.ts'
import { logger } from '../telemetry.ts'

/** Maximum time that a call waits for another one with its key, ms. */
const maxWaitMs = 5000
const firstPauseMs = 50
const maxPauseMs = 500
/** Time after the deadline by which a charge that was sent before it has settled, ms. */
const settleMs = 8000
/** Maximum `retry-after` for a call whose key is in use, seconds; most calls end before their lock expires. */
const maxRetryAfterSeconds = 5

/** Visible ASCII characters; when a header is sent twice, the values are joined with a space, which is invalid. */
const validKey = /^[\x21-\x7e]{1,255}$/

/**
 * Answers a call with an idempotency key that was used before: with the kept answer, or if it was not kept by working
 * again without a charge. A call that fails frees its key. Must follow `parse`, which determines the format.
 */
export function handleIdempotency(accounts = openAccounts): ApiMiddleware {
  return {
    before: async ({ event, context: { call } }) => {
      const { idempotencyKey } = call
      if (idempotencyKey === undefined) {
        if (readIdempotencyHeader(event) !== undefined) {
          call.warnings.add('ignored header "idempotency-key", which only POST takes')
        }
        return
      }
      if (!validKey.test(idempotencyKey)) throw invalidKey()
      const { idempotency: records } = await accounts()
      const own: IdempotentCall = {
        ...nameRecord(call)!,
        fingerprint: takeFingerprint(call, event),
        requestId: call.requestId,
        lockMs: call.deadlineAt - performance.now() + settleMs,
        mayBeCharged: !isFree(call.operation),
      }
      const beginning = await call.timed('idempotency', () => beginInTurn(records, own, call))
      if (beginning.kind === 'other call') throw otherCall()
      if (beginning.kind === 'used up') throw usedUp()
      call.isPaid = beginning.kind !== 'first'
      if (beginning.kind !== 'answered') {
        call.idempotent = { call: own, isEnded: false }
        return
      }
      const kept = unpackAnswer(beginning.answer)
      if (Buffer.byteLength(kept.body) > call.maxAnswerBytes) throw answerTooLarge(call)
      call.keptResponse = kept
    },
    // For a call that was charged, the charge has already completed the record.
    after: async ({ response, context: { call } }) => {
      const { idempotent } = call
      if (!idempotent || idempotent.isEnded || !response) return
      idempotent.isEnded = true
      const answer = packAnswer(call, response)
      const { idempotency: records } = await accounts()
      // The answer is ready and free of charge: it is sent in any case.
      await records.keep(idempotent.call, answer).catch((error) => report(call, error))
    },
    onError: async ({ context: { call } }) => {
      const { idempotent } = call
      if (!idempotent || idempotent.isEnded) return
      const { idempotency: records } = await accounts()
      // On failure the lock expires by itself.
      await records.end(idempotent.call).catch((error) => report(call, error))
    },
  }
}

/** Returns whether the call's key has a record, so that the call may be free. */
export async function isRepeat(call: Call, accounts = openAccounts): Promise<boolean> {
  const record = nameRecord(call)
  return record !== undefined && (await (await accounts()).idempotency.has(record))
}

/** Reads the key of a call from the invoking function, or from the header of a POST. */
export function readIdempotencyKey(
  operation: Call['operation'],
  event: APIGatewayProxyEvent,
  given: string | undefined,
): string | undefined {
  return given ?? (hasBody(operation) ? readIdempotencyHeader(event) : undefined)
}

/** Reads the header. Several headers are joined, which results in an invalid key. */
export function readIdempotencyHeader({
  headers,
  multiValueHeaders,
}: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>): string | undefined {
  const isKey = ([name]: [string, unknown]) => name.toLowerCase() === 'idempotency-key'
  const values = Object.entries(multiValueHeaders ?? {})
    .filter(isKey)
    .flatMap(([, values]) => values ?? [])
  return values.length > 0 ? values.join(', ') : Object.entries(headers ?? {}).find(isKey)?.[1]
}

function nameRecord({ caller, idempotencyKey }: Call) {
  if (idempotencyKey === undefined) return undefined
  const { accountId } = caller!
  return { accountId, recordId: makeRecordId(accountId, idempotencyKey) }
}

/**
 * Computes a digest of everything that determines the answer: operation, path, query, format and the bytes of the
 * body.
 */
function takeFingerprint({ operation, format }: Call, event: APIGatewayProxyEvent): string {
  const { pathParameters, multiValueQueryStringParameters, body, isBase64Encoded } = event
  const rest = [operation.id, pathParameters, multiValueQueryStringParameters, format]
  return createHash('sha256')
    .update(`${JSON.stringify(rest)}\n`)
    .update(body ?? '', isBase64Encoded ? 'base64' : 'utf8')
    .digest('base64url')
}

type Begun = Exclude<IdempotentBeginning, { kind: 'running' }>

/** Begins the call when another one with its key has ended. Throws `idempotency_conflict` when the wait is too long. */
async function beginInTurn(
  records: IdempotencyRecords,
  own: IdempotentCall,
  { hungUp, deadlineAt }: Call,
): Promise<Begun> {
  const until = Math.min(performance.now() + maxWaitMs, deadlineAt)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, 2 * pauseMs)) {
    const beginning = await records.begin(own)
    if (beginning.kind !== 'running') return beginning
    if (hungUp?.aborted) throw new ApiError('gateway_timeout')
    if (performance.now() + pauseMs > until) throw stillRunning(beginning.retryAfterMs)
    await sleep(pauseMs)
  }
}

function invalidKey(): ApiError {
  const message = 'must have 1 to 255 visible ASCII characters, without spaces'
  return new ApiError('bad_request', `The header idempotency-key ${message}, and be sent once.`, {
    fields: { details: [{ path: 'idempotency-key', message }] },
  })
}

function otherCall(): ApiError {
  return new ApiError(
    'idempotency_conflict',
    `This idempotency key was used for another request within ${idempotencyHours} hours. Repeat a call with the same path, body and accept header, or use a new key.`,
  )
}

function usedUp(): ApiError {
  return new ApiError(
    'idempotency_conflict',
    `The answer of this call was too large to keep, and has been worked again ${maxIdempotentRepeats} times, which is the most. Use a new key; the call is then charged.`,
  )
}

function stillRunning(retryAfterMs: number): ApiError {
  const seconds = Math.max(1, Math.min(maxRetryAfterSeconds, Math.ceil(retryAfterMs / 1000)))
  return new ApiError(
    'idempotency_conflict',
    'The first call of this idempotency key is still running. Repeat the call when retry-after has passed.',
    {
      fields: { retry_after_seconds: seconds },
      headers: { 'retry-after': String(seconds) },
    },
  )
}

function report(call: Call, error: unknown): void {
  logger.warn('idempotency record not ended', {
    request_id: call.requestId,
    error: error as Error,
  })
}
