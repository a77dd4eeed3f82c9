import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Bounds, LatLon } from '#ground/geo'
import { logger, metrics, type WarmUp } from '#platform/api'
import { useLoadedFunctions } from '#platform/mcp'
import { toolServer } from '../../functions/mcp/route.ts'
import { operations } from '../../functions/operations.ts'
import { withBody } from './event.ts'
import { findExampleLocations } from './example.ts'
import { measureHeldBytes } from './held-memory.ts'
import { type Authorizer, type Handler, invoke } from './invoke.ts'
import { readMachineMs } from './machine-clock.ts'

/**
 * A worker process: the functions of the service, loaded once and called with API Gateway events. A crash of the native
 * engine ends only this process, and with it only the calls in progress there.
 */
export type ToWorker =
  /** `answerBy`: time at which the supervisor abandons the call, on the clock of {@link readMachineMs}. */
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
  /** `overMemory`: the worker is replaced because it uses too much memory. */
  | { type: 'stop'; overMemory?: boolean }

export type FromWorker =
  | { type: 'ready' }
  /** Bytes that only this process uses, see {@link measureHeldBytes}. */
  | { type: 'memory'; heldBytes: number }
  | { type: 'failed'; message: string }
  | { type: 'example'; locations: LatLon[] | undefined }
  | { type: 'answer'; id: number; response: APIGatewayProxyResult }

type WarmHandler = Handler & { warm(warmUp: WarmUp): Promise<void> }

/**
 * Sends a message. Resolves when the operating system has accepted it: disconnecting earlier would drop the rest of a
 * long one.
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
const { makeToolServerHandler } = await import('../../functions/mcp/handler.ts')
const { readRegionFacts } = await import('../../functions/mcp/region-facts.ts')
const loaded = useLoadedFunctions(new Map(handlers))
handlers.set(
  toolServer.id,
  makeToolServerHandler({ functions: async () => loaded, facts: readRegionFacts }),
)

/** Calls in flight, each aborted when its caller hangs up. */
const inFlight = new Map<number, AbortController>()
let stopping = false
const supervisor = process.ppid

/**
 * Whether an answer would still reach the caller. It reads the parent's process id each time, because the event of the
 * parent's death waits until work releases the event loop. It compares the clock, because this process may have been
 * suspended for longer than the supervisor waits.
 */
const canDeliver = (hungUp: AbortSignal, answerBy: number): boolean =>
  process.connected === true &&
  process.ppid === supervisor &&
  !hungUp.aborted &&
  readMachineMs() < answerBy

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
    const locations = await findExampleLocations(message.region, message.bounds).catch(
      () => undefined,
    )
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
              getRemainingTimeInMillis: () => message.answerBy - readMachineMs(),
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

/** Milliseconds between two checks of the memory. */
const memoryIntervalMs = 500
let memoryReportedAt = 0

function reportMemory(): void {
  if (stopping || performance.now() - memoryReportedAt < memoryIntervalMs) return
  memoryReportedAt = performance.now()
  void send({ type: 'memory', heldBytes: measureHeldBytes() })
}

function reportReplacement(): void {
  logger.warn('worker over its memory limit is replaced', {
    held_mb: Math.round(measureHeldBytes() / 1e6),
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
  await send({ type: 'memory', heldBytes: measureHeldBytes() })
  await send({ type: 'ready' })
} catch (error) {
  await send({ type: 'failed', message: describe(error) })
  process.disconnect()
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
