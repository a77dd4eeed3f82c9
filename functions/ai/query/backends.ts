import type { QueryBackend } from '#language'
import type { Intent } from '#language/schemas'
import type { RunContext } from '#platform/api'
import { computePrice } from '#platform/api'
import { backendContracts } from './backend-contracts.ts'

interface BackendHandler {
  warm(): Promise<void>
  answer(fields: Record<string, unknown>, context: RunContext): Promise<unknown>
}

/** Handlers are loaded when a query needs them, so that the function starts quickly. */
const handlers: Readonly<Record<Intent, () => Promise<{ handler: BackendHandler }>>> = {
  route: () => import('../../routing/route/handler.ts'),
  optimize: () => import('../../routing/optimize/handler.ts'),
  isochrone: () => import('../../routing/isochrone/handler.ts'),
  elevation: () => import('../../routing/elevation/handler.ts'),
  matrix: () => import('../../routing/matrix/handler.ts'),
  geocode: () => import('../../geocoding/search/handler.ts'),
  reverse_geocode: () => import('../../geocoding/reverse/handler.ts'),
}

/**
 * Makes backends from the operations that answer queries. They run as part of this call, and neither charge nor log.
 */
export function makeQueryBackends(context: RunContext): Readonly<Record<Intent, QueryBackend>> {
  const makeBackend = (intent: Intent): QueryBackend => ({
    price: (parameters) => computePrice(backendContracts[intent], parameters),
    answer: async (parameters) => {
      const { handler } = await handlers[intent]()
      return await handler.answer(parameters, context)
    },
  })
  const names = Object.keys(handlers) as Intent[]
  return Object.fromEntries(names.map((intent) => [intent, makeBackend(intent)])) as Record<
    Intent,
    QueryBackend
  >
}

let warming: Promise<unknown> | undefined

/**
 * Opens the engine in advance of the first query that needs it, because in a new environment the engine copies its
 * tiles. A failure is left to that query, since other queries work without the engine.
 */
export async function warmEngine(): Promise<void> {
  warming ??= handlers.route().then(({ handler }) => Promise.allSettled([handler.warm()]))
  await warming
}
