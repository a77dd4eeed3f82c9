import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { operations } from '../../functions/operations.ts'
import type { Bounds } from '../../lib/dataset/index.ts'
import type { LatLon } from '../../lib/geo/index.ts'
import { withBody } from './event.ts'
import { exampleLocations } from './example.ts'
import { type Authorizer, type Handler, invoke } from './invoke.ts'

/**
 * A worker process: the functions of the service, loaded once and called with API Gateway events.
 * A crash of the native engine ends this process only, and with it only the calls under way in it.
 */
export type ToWorker =
  | { type: 'call'; id: number; operation: string; event: APIGatewayProxyEvent; body: Buffer }
  | { type: 'health'; id: number; event: APIGatewayProxyEvent }
  | { type: 'example'; bounds: Bounds }
  | { type: 'stop' }

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'example'; locations: LatLon[] | undefined }
  | { type: 'answer'; id: number; response: APIGatewayProxyResult }

type WarmHandler = Handler & { warm(): Promise<void> }

const send = (message: FromWorker) => process.send?.(message)

const { handler: authorizer } = (await import('../../functions/authorizer/handler.ts')) as {
  handler: Authorizer
}
const { handler: health } = await import('../../functions/health/handler.ts')
const handlers = new Map<string, WarmHandler>()
for (const { id } of operations) {
  const { handler } = await import(`../../functions/${id}/handler.ts`)
  handlers.set(id, handler)
}

let underWay = 0
let stopping = false

process.on('message', async (message: ToWorker) => {
  if (message.type === 'stop') {
    stopping = true
    leaveWhenIdle()
    return
  }
  if (message.type === 'example') {
    const locations = await exampleLocations(message.bounds).catch(() => undefined)
    send({ type: 'example', locations })
    return
  }
  underWay++
  try {
    const response =
      message.type === 'health'
        ? await health(message.event)
        : await invoke(
            withBody(message.event, message.body),
            authorizer,
            handlers.get(message.operation)!,
          )
    send({ type: 'answer', id: message.id, response })
  } finally {
    underWay--
    leaveWhenIdle()
  }
})

// The supervisor is gone, however it went: nobody is left to answer.
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole process group; the supervisor decides when a worker stops.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

function leaveWhenIdle(): void {
  if (stopping && underWay === 0) process.disconnect()
}

try {
  await Promise.all([...handlers.values()].map((handler) => handler.warm()))
  send({ type: 'ready' })
} catch (error) {
  send({ type: 'failed', message: describe(error) })
  process.disconnect()
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
