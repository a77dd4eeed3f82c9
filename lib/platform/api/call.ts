import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type { Caller, IdempotentCall } from '#platform/accounts'
import type { Timed } from '#platform/concurrency'
import type { Operation } from './operation.ts'
import type { Warnings } from './warnings.ts'

export type Format = 'footstep' | 'geojson'

/** The state of one request in the middleware of an endpoint. */
export interface Call {
  readonly operation: Operation
  /**
   * A random id of this invocation: the identity of its charge and the `x-request-id` of its answer. The
   * gateway's own request id is no identity, for callers can set it with a header.
   */
  readonly requestId: string
  /** The gateway's request id, for logs only. */
  readonly gatewayRequestId: string
  /** By the clock of `performance.now()`, as {@link deadlineAt} is. */
  readonly startedAt: number
  /** Afterwards the caller gets `gateway_timeout`, and nothing is charged. */
  readonly deadlineAt: number
  /** Whether an answer given now would still reach the gateway. */
  readonly canDeliver: () => boolean
  /** Maximum bytes of the answer's body. */
  readonly maxAnswerBytes: number
  /** Aborted when the caller has hung up. */
  readonly hungUp?: AbortSignal | undefined
  caller?: Caller
  /** As the caller sent it, unchecked. It may be a secret: never logged. */
  readonly idempotencyKey: string | undefined
  /** The call under its key, once it has begun; `isEnded` when its record says what became of it. */
  idempotent?: { call: IdempotentCall; isEnded: boolean }
  /** Whether an earlier call of the same key was charged, or was free: nothing is charged. */
  isPaid: boolean
  /** The answer of that call, if it was kept. */
  keptResponse?: APIGatewayProxyResult
  input?: unknown
  /** What the operation has answered, before it is rendered. */
  answer?: unknown
  format: Format
  /** What was ignored or assumed: for the answer and for the header `x-warnings`. */
  readonly warnings: Warnings
  /** Milliseconds by stage, for `server-timing`. */
  readonly stages: ReadonlyMap<string, number>
  /** Runs work and adds its time to a stage. */
  readonly timed: Timed
  /** Micro-dollars taken; 0 until the charge has been made. */
  charged: number
  /** Whether the answer is withheld because it could not be charged. */
  withheld: boolean
  /** Last known balance, micro-dollars. */
  balance?: number
}

/** The Lambda context with the state of the call beside it. */
export type CallContext = Context & { call: Call }

export type ApiMiddleware = MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  CallContext
>
