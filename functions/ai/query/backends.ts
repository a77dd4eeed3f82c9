import type { QueryBackend } from '#language'
import type { Intent } from '#language/schemas'
import type { RunContext } from '#platform/api'
import { priceOf } from '#platform/api'
import { backendContracts } from './backend-contracts.ts'

interface BackendHandler {
  warm(): Promise<void>
  answer(fields: Record<string, unknown>, context: RunContext): Promise<unknown>
}

/** Loaded when a query asks for them, so that a function starts with little. */
const handlers: Readonly<Record<Intent, () => Promise<{ handler: BackendHandler }>>> = {
  route: () => import('../../routing/route/handler.ts'),
  optimize: () => import('../../routing/optimize/handler.ts'),
  isochrone: () => import('../../routing/isochrone/handler.ts'),
  elevation: () => import('../../routing/elevation/handler.ts'),
  matrix: () => import('../../routing/matrix/handler.ts'),
  geocode: () => import('../../geocoding/search/handler.ts'),
  reverse_geocode: () => import('../../geocoding/reverse/handler.ts'),
}

/** The operations that answer queries, run as a part of this call: they neither charge nor log. */
export function queryBackends(context: RunContext): Readonly<Record<Intent, QueryBackend>> {
  const backendOf = (intent: Intent): QueryBackend => ({
    price: (parameters) => priceOf(backendContracts[intent], parameters),
    answer: async (parameters) => {
      const { handler } = await handlers[intent]()
      return await handler.answer(parameters, context)
    },
  })
  const names = Object.keys(handlers) as Intent[]
  return Object.fromEntries(names.map((intent) => [intent, backendOf(intent)])) as Record<
    Intent,
    QueryBackend
  >
}

let warming: Promise<unknown> | undefined

/**
 * Opens the engine ahead of the first query that needs it: in a new environment it copies its tiles. A failure is
 * left to that query, for others do without the engine.
 */
export async function warmEngine(): Promise<void> {
  warming ??= handlers.route().then(({ handler }) => Promise.allSettled([handler.warm()]))
  await warming
}
