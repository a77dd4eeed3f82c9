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
   * Random id of this invocation: the identity of its charge and the `x-request-id` of its answer. The gateway's own
   * request id does not identify the call, because callers can set it with a header.
   */
  readonly requestId: string
  /** The gateway's request id, for logs only. */
  readonly gatewayRequestId: string
  /** Start of the call by the clock of `performance.now()`, like {@link deadlineAt}. */
  readonly startedAt: number
  /** Time after which the caller gets `gateway_timeout` and nothing is charged. */
  readonly deadlineAt: number
  /** Returns whether an answer sent now would still reach the gateway. */
  readonly canDeliver: () => boolean
  /** Maximum bytes of the answer's body. */
  readonly maxAnswerBytes: number
  /** Aborted when the caller has hung up. */
  readonly hungUp?: AbortSignal | undefined
  caller?: Caller
  /** The key as sent, unchecked. It may be a secret, so it is never logged. */
  readonly idempotencyKey: string | undefined
  /** The call under its key, once it has begun. `isEnded` is set when its record contains the outcome. */
  idempotent?: { call: IdempotentCall; isEnded: boolean }
  /** Whether an earlier call with the same key was charged, or was free, so that nothing is charged now. */
  isPaid: boolean
  /** Answer of the earlier call, if it was kept. */
  keptResponse?: APIGatewayProxyResult
  input?: unknown
  /** The operation's answer before it is rendered. */
  answer?: unknown
  format: Format
  /** Ignored and assumed parts of the request, for the answer and for the header `x-warnings`. */
  readonly warnings: Warnings
  /** Milliseconds by stage, for `server-timing`. */
  readonly stages: ReadonlyMap<string, number>
  /** Runs work and adds its time to a stage. */
  readonly timed: Timed
  /** Micro-dollars charged; 0 until the charge has been made. */
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
