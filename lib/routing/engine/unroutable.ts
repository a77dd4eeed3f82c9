import { ApiError } from '../../errors/index.ts'
import type { EngineLocateItem } from './answers.ts'
import { maxSnapDistanceMeters } from './config.ts'

/** The part of an engine used here. */
interface Locator {
  call<Answer>(
    action: 'locate',
    query: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Answer>
}

/**
 * The engine's `location_not_routable` with the first unroutable location of the query, in the message and
 * as `location_index`. The error does not say which location it is, so a `locate` query finds out.
 */
export async function nameUnroutableLocation(
  engine: Locator,
  error: ApiError,
  query: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ApiError> {
  const { locations, costing, costing_options } = query
  const located = await engine.call<EngineLocateItem[]>(
    'locate',
    { locations, costing, costing_options },
    signal,
  )
  const index = located.findIndex(({ edges, nodes }) => !edges?.length && !nodes?.length)
  if (index < 0) return error
  return new ApiError(
    'location_not_routable',
    `Location ${index} has no road within ${maxSnapDistanceMeters.toLocaleString('en-US')} m that is open to ${costing}.`,
    { cause: error, fields: { location_index: index } },
  )
}
