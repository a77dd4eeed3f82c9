import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Bounds, LatLon } from '#ground/geo'
import { logger, metrics, type WarmUp } from '#platform/api'
import { loadedFunctions } from '#platform/mcp'
import { toolServer } from '../../functions/mcp/route.ts'
import { operations } from '../../functions/operations.ts'
import { withBody } from './event.ts'
import { exampleLocations } from './example.ts'
import { heldBytes } from './held-memory.ts'
import { type Authorizer, type Handler, invoke } from './invoke.ts'
import { machineMs } from './machine-clock.ts'

/**
 * A worker process: the functions of the service, loaded once and called with API Gateway events.
 * A crash of the native engine ends this process only, and with it only the calls under way in it.
 */
export type ToWorker =
  /** `answerBy`: when the supervisor gives up on the call, by {@link machineMs}. */
  | {
      type: 'call'
      id: number
      operation: string
      event: APIGatewayProxyEvent
      body: Buffer
      answerBy: number
    }
  /** The caller of this call has hung up. */
  | { type: 'abandon'; id: number }
  | { type: 'health'; id: number; event: APIGatewayProxyEvent }
  | { type: 'example'; region: string; bounds: Bounds }
  /** `overMemory`: it is replaced because it holds too much memory. */
  | { type: 'stop'; overMemory?: boolean }

export type FromWorker =
  | { type: 'ready' }
  /** Bytes that this process alone holds, see {@link heldBytes}. */
  | { type: 'memory'; heldBytes: number }
  | { type: 'failed'; message: string }
  | { type: 'example'; locations: LatLon[] | undefined }
  | { type: 'answer'; id: number; response: APIGatewayProxyResult }

type WarmHandler = Handler & { warm(warmUp: WarmUp): Promise<void> }

/**
 * Resolves when the operating system has the message: disconnecting would drop the rest of a long one.
 */
const send = (message: FromWorker): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()))

const { handler: authorizer } = (await import('../../functions/authorizer/handler.ts')) as {
  handler: Authorizer
}
const { handler: health } = await import('../../functions/health/handler.ts')
const handlers = new Map<string, WarmHandler>()
for (const { id } of operations) {
  const { handler } = await import(`../../functions/${id}/handler.ts`)
  handlers.set(id, handler)
}
const { toolServerHandler } = await import('../../functions/mcp/handler.ts')
const { regionFacts } = await import('../../functions/mcp/region-facts.ts')
const loaded = loadedFunctions(new Map(handlers))
handlers.set(
  toolServer.id,
  toolServerHandler({ functions: async () => loaded, facts: regionFacts }),
)

/** The calls in flight, each aborted when its caller has hung up. */
const inFlight = new Map<number, AbortController>()
let stopping = false
const supervisor = process.ppid

/**
 * Whether an answer would still reach the caller. Reads the parent's process id each time, because the
 * event of its death waits while work holds the event loop. Compares the clock, because this process may
 * have been stopped for longer than the supervisor waits.
 */
const canDeliver = (hungUp: AbortSignal, answerBy: number): boolean =>
  process.connected === true &&
  process.ppid === supervisor &&
  !hungUp.aborted &&
  machineMs() < answerBy

process.on('message', async (message: ToWorker) => {
  if (message.type === 'stop') {
    stopping = true
    if (message.overMemory) reportReplacement()
    exitWhenIdle()
    return
  }
  if (message.type === 'abandon') {
    inFlight.get(message.id)?.abort()
    return
  }
  if (message.type === 'example') {
    const locations = await exampleLocations(message.region, message.bounds).catch(() => undefined)
    await send({ type: 'example', locations })
    return
  }
  const caller = new AbortController()
  inFlight.set(message.id, caller)
  try {
    const response =
      message.type === 'health'
        ? await health(message.event)
        : await invoke(
            withBody(message.event, message.body),
            authorizer,
            handlers.get(message.operation)!,
            {
              hungUp: caller.signal,
              canDeliver: () => canDeliver(caller.signal, message.answerBy),
              // The wait for its turn counts.
              getRemainingTimeInMillis: () => message.answerBy - machineMs(),
            },
          )
    await send({ type: 'answer', id: message.id, response })
    reportMemory()
  } finally {
    inFlight.delete(message.id)
    exitWhenIdle()
  }
})

// The supervisor has ended.
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole process group; the supervisor decides when a worker stops.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

/** Milliseconds between two looks at the memory. */
const memoryIntervalMs = 500
let memoryReportedAt = 0

function reportMemory(): void {
  if (stopping || performance.now() - memoryReportedAt < memoryIntervalMs) return
  memoryReportedAt = performance.now()
  void send({ type: 'memory', heldBytes: heldBytes() })
}

function reportReplacement(): void {
  logger.warn('worker over its memory limit is replaced', {
    held_mb: Math.round(heldBytes() / 1e6),
    calls_in_flight: inFlight.size,
  })
  metrics.addMetric('ReplacedWorkers', 'Count', 1)
  metrics.publishStoredMetrics()
}

function exitWhenIdle(): void {
  if (stopping && inFlight.size === 0) process.disconnect()
}

try {
  await Promise.all([...handlers.values()].map((handler) => handler.warm('compile')))
  await send({ type: 'memory', heldBytes: heldBytes() })
  await send({ type: 'ready' })
} catch (error) {
  await send({ type: 'failed', message: describe(error) })
  process.disconnect()
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
