import { randomUUID } from 'node:crypto'
import middy from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type * as z from 'zod'
import type { AccountStore, Caller } from '#platform/accounts'
import { makeTimer, pause, runOnBehalf, type Timed } from '#platform/concurrency'
import { ApiError, MissingDataError } from '#platform/errors'
import { writeJson } from '#platform/json'
import { answerTooLarge } from './answer-too-large.ts'
import type { Call, CallContext } from './call.ts'
import { runBeforeDeadline } from './deadline.ts'
import { charge } from './middleware/charge.ts'
import { handleIdempotency, isRepeat, readIdempotencyKey } from './middleware/idempotency.ts'
import { observe } from './middleware/observe.ts'
import { parse, readInput } from './middleware/parse.ts'
import { render } from './middleware/render.ts'
import { requireAccess } from './middleware/require-access.ts'
import { requireAmount, requireBalance } from './middleware/require-balance.ts'
import type { Operation } from './operation.ts'
import { Warnings } from './warnings.ts'

/** Resources of an operation, by name. Every call asks for them; the resource itself decides what stays open. */
export type Resources = Record<string, () => Promise<unknown>>

type Opened<R extends Resources> = { [Name in keyof R]: Awaited<ReturnType<R[Name]>> }

/** The context of `run`. */
export interface RunContext {
  /** Aborted when the deadline has passed. */
  signal: AbortSignal
  caller: Caller
  /** Adds a sentence, without its full stop, to the `warnings` of the answer and to the `x-warnings` header. */
  warn(text: string): void
  /** Runs work and adds its time to a stage of the `server-timing` header. */
  timed: Timed
  /**
   * Throws `payment_required` when the balance is under `amount` micro-dollars. For prices that are known only during
   * the work.
   */
  requireBalance(amount: number): void
}

/** Limits that an invoking function passes on; a gateway passes none. */
export interface InvocationLimits {
  /** Unix milliseconds after which the caller stops waiting, and the answer is not charged. */
  answerBy?: number | undefined
  /** Maximum bytes of the answer's body; a longer answer is refused before it is charged. */
  maxAnswerBytes?: number | undefined
  /** The caller's idempotency key, for an operation of any method. */
  idempotencyKey?: string | undefined
}

/** Lambda's context with additions of the local server. */
export type InvocationContext = Omit<Partial<Context>, 'clientContext'> & {
  /** Context of the caller of `Invoke`, passed on by the API of Lambda. */
  clientContext?: { custom?: InvocationLimits } | undefined
  /**
   * Returns whether an answer sent now would still reach the caller: false once the caller has hung up or got a
   * timeout, or the supervisor has ended. Default: always true.
   */
  canDeliver?: () => boolean
  /** Aborted when the caller has hung up. */
  hungUp?: AbortSignal
}

/**
 * Extent of a warm-up. `open` prepares the resources that the first call would wait for. `compile` also runs the work
 * until it is compiled, for a process that starts before the first call.
 */
export type WarmUp = 'open' | 'compile'

export interface EndpointOptions<Answer, Input = unknown> {
  /** Checks an input beyond its schema. Its errors take precedence over errors of the resources. */
  check?: (input: Input) => void
  /** Renders an answer for `format: geojson`; required exactly when the contract has a `geojson` schema. */
  geojson?: (answer: Answer, signal: AbortSignal) => unknown
  /** Prepares resources that the first call would wait for, such as tables; runs while the others are opened. */
  warm?: (warmUp: WarmUp) => void | Promise<void>
  /** Replaces the process's own account store, for tests. */
  accounts?: () => Promise<AccountStore>
}

/** Maximum bytes of a response body: 6 MB of a synchronous invocation, less its envelope. */
const maxResponseBytes = 6 * 1024 * 1024 - 64 * 1024

/** Time that is reserved for the charge and the answer, ms. */
const answerReserveMs = 2000

/**
 * Makes the Lambda handler of an operation: parses and validates an API Gateway event, runs the operation,
 * charges and answers. The error table turns thrown errors into answers.
 *
 * @example
 * export const handler = endpoint(
 *   route,
 *   { engine: regionEngine },
 *   (request, { engine, ...context }) => findRoute(engine, request, context),
 *   { geojson: routeToGeojson },
 * )
 */
export function endpoint<I extends z.ZodType, O extends z.ZodType, R extends Resources, Answer>(
  operation: Operation<I, O>,
  resources: R,
  run: (input: z.output<I>, context: RunContext & Opened<R>) => Promise<Answer>,
  options: EndpointOptions<Answer, z.output<I>> = {},
) {
  if (!operation.geojson !== !options.geojson)
    throw new TypeError(`${operation.id}: contract and handler must both have geojson, or neither`)
  const work = async (
    _event: APIGatewayProxyEvent,
    { call }: CallContext,
  ): Promise<APIGatewayProxyResult> => {
    if (call.keptResponse) return call.keptResponse
    const onBehalfOfCaller = <T>(work: () => Promise<T>) =>
      runOnBehalf(call.caller!.accountId, work)
    const answer = await call.timed('work', () =>
      runBeforeDeadline(call, async (signal) => {
        options.check?.(call.input as z.output<I>)
        const context = {
          ...(await open(resources)),
          signal,
          caller: call.caller!,
          warn: (text: string) => call.warnings.add(text),
          timed: call.timed,
          requireBalance: (amount: number) => requireAmount(call, amount),
        }
        return onBehalfOfCaller(async () => {
          const answer = await run(call.input as z.output<I>, context)
          call.answer = answer
          await pause(signal)
          return call.format === 'geojson' ? await options.geojson!(answer, signal) : answer
        })
      }),
    )
    // The timer of the deadline cannot fire while synchronous work blocks the event loop.
    if (performance.now() >= call.deadlineAt) throw new ApiError('gateway_timeout')
    return await runBeforeDeadline(call, (signal) =>
      onBehalfOfCaller(() => toResponse(call, answer, signal)),
    )
  }

  const wrapped = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, CallContext>({
    timeoutEarlyInMillis: 0,
  })
    .use([
      observe(),
      render(),
      requireAccess(),
      // A repeat costs nothing; `handleIdempotency` detects it after `parse`.
      requireBalance((call) => isRepeat(call, options.accounts)),
      parse(),
      handleIdempotency(options.accounts),
      requireBalance(),
      charge(options.accounts),
    ])
    .handler(work as never)

  const handler = (event: APIGatewayProxyEvent, context: InvocationContext = {}) => {
    const startedAt = performance.now()
    const stages = new Map<string, number>()
    const addTime = (stage: string, ms: number) =>
      void stages.set(stage, (stages.get(stage) ?? 0) + ms)
    const {
      answerBy = Number.POSITIVE_INFINITY,
      maxAnswerBytes = maxResponseBytes,
      idempotencyKey,
    } = context.clientContext?.custom ?? {}
    // Read the clock once: it may be set while the call is running.
    const deliveryMs = answerBy - Date.now()
    const leftMs = Math.min(
      context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY,
      deliveryMs,
    )
    const call: Call = {
      operation,
      requestId: randomUUID(),
      gatewayRequestId: event.requestContext.requestId,
      startedAt,
      deadlineAt: startedAt + Math.min(operation.deadlineSeconds * 1000, leftMs - answerReserveMs),
      canDeliver: () =>
        performance.now() < startedAt + deliveryMs && (context.canDeliver?.() ?? true),
      maxAnswerBytes: Math.min(maxResponseBytes, maxAnswerBytes),
      hungUp: context.hungUp,
      idempotencyKey: readIdempotencyKey(operation, event, idempotencyKey),
      isPaid: false,
      format: 'footstep',
      warnings: new Warnings(),
      stages,
      timed: makeTimer(addTime),
      charged: 0,
      withheld: false,
    }
    return wrapped(event, { ...context, call } as CallContext) as Promise<APIGatewayProxyResult>
  }
  /** Opens the resources ahead of the first call. */
  const warm = async (warmUp: WarmUp = 'open'): Promise<void> => {
    const opening = Object.values(resources).map((resource) => resource())
    const warming = (async () => options.warm?.(warmUp))()
    for (const result of await Promise.allSettled([...opening, warming])) {
      // A region built without the data can still be served: each call then reports the missing data.
      if (result.status === 'rejected' && !(result.reason instanceof MissingDataError))
        throw result.reason
    }
  }
  /**
   * Answers a request as part of another operation: reads it as the fields of a call, opens the resources and runs.
   * The other operation charges, keeps the deadline, logs and receives the warnings. Throws `bad_request`, and
   * whatever the operation throws.
   */
  const answer = async (fields: Record<string, unknown>, context: RunContext): Promise<Answer> => {
    const warnings = new Warnings()
    const warn = (text: string) => {
      warnings.add(text)
      context.warn(text)
    }
    const input = readInput(operation, fields, warn)
    options.check?.(input)
    return warnings.addTo(await run(input, { ...(await open(resources)), ...context, warn }))
  }
  return Object.assign(handler, { warm, answer })
}

async function open<R extends Resources>(resources: R): Promise<Opened<R>> {
  const entries = Object.entries(resources).map(async ([name, opener]) => [name, await opener()])
  return Object.fromEntries(await Promise.all(entries)) as Opened<R>
}

async function toResponse(
  call: Call,
  answer: unknown,
  signal: AbortSignal,
): Promise<APIGatewayProxyResult> {
  const body = await call.timed('render', () => renderBody(call, answer, signal))
  const type = call.format === 'geojson' ? 'application/geo+json' : 'application/json'
  return {
    statusCode: call.operation.status ?? 200,
    headers: { 'content-type': `${type}; charset=utf-8` },
    body,
  }
}

async function renderBody(call: Call, answer: unknown, signal: AbortSignal): Promise<string> {
  const body = await writeJson(call.warnings.addTo(answer), signal)
  if (Buffer.byteLength(body) > call.maxAnswerBytes) throw answerTooLarge(call)
  checkAnswer(call, body)
  return body
}

/** Maximum size of an answer checked in `small` mode; checking a larger one would delay other calls. */
const maxCheckedCharacters = 256 * 1024

/**
 * Throws when an answer breaks its contract, if `CAIRN_CHECK_RESPONSES=1` is set. With `small`, only answers up to
 * 256 kB are checked.
 */
function checkAnswer(call: Call, body: string): void {
  const checked = process.env.CAIRN_CHECK_RESPONSES
  if (checked !== '1' && checked !== 'small') return
  if (checked === 'small' && body.length > maxCheckedCharacters) return
  const schema = call.format === 'geojson' ? call.operation.geojson : call.operation.output
  const result = schema?.safeParse(JSON.parse(body))
  if (result && !result.success) {
    throw new Error(`${call.operation.id} broke its contract: ${result.error.message}`)
  }
}
