import { flushCompileCache } from 'node:module'
import type { APIGatewayProxyEvent } from 'aws-lambda'

/**
 * A process that contains the functions, as the platform keeps one from call to call. Tests can move its clocks
 * forward, to reach checks that run only now and then.
 */
export type ToEnvironment =
  | { type: 'call'; function: FunctionName; event: APIGatewayProxyEvent }
  | { type: 'later'; milliseconds: number }

const now = Date.now
const sinceStart = performance.now.bind(performance)
let passed = 0
Date.now = () => now() + passed
performance.now = () => sinceStart() + passed

// Loaded after the clocks are replaced.
const handlers = {
  route: (await import('../../functions/routing/route/handler.ts')).handler,
  search: (await import('../../functions/geocoding/search/handler.ts')).handler,
  autocomplete: (await import('../../functions/geocoding/autocomplete/handler.ts')).handler,
  reverse: (await import('../../functions/geocoding/reverse/handler.ts')).handler,
  place: (await import('../../functions/geocoding/place/handler.ts')).handler,
  health: (await import('../../functions/health/handler.ts')).handler,
}

// Tests end this process with SIGKILL, and then Node would not write the compile cache for the next one.
flushCompileCache()

export type FunctionName = keyof typeof handlers

process.on('message', async (message: ToEnvironment) => {
  if (message.type === 'later') {
    passed += message.milliseconds
    return
  }
  process.send?.(await handlers[message.function](message.event))
})
process.on('disconnect', () => process.exit(0))
