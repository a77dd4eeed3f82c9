import { ApiError } from '#platform/errors'
import { listServedRegions } from '../served-regions.ts'

/** Returns the regions to ask: the one that a request names, or all. */
export function listAskedRegions(region: string | undefined): readonly string[] {
  return region === undefined ? listServedRegions() : [region]
}

/**
 * Checks the region that a request names in its field `field`.
 *
 * @throws ApiError `bad_request` that lists the served regions.
 */
export function checkAskedRegion(region: string | undefined, field = 'region'): void {
  const regions = listServedRegions()
  if (region === undefined || regions.includes(region)) return
  const message = `must be a region that is served: ${regions.join(', ')}`
  throw new ApiError('bad_request', `${field} ${message}.`, {
    fields: { details: [{ path: field, message }] },
  })
}
