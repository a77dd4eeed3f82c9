import type { OperationCall, Tool } from '#platform/mcp'
import { isFreeTool } from '#platform/mcp'
import { batchGeocodeTool } from './batch-geocode.ts'
import { compareRoutesTool } from './compare-routes.ts'
import { elevationTool } from './elevation.ts'
import { findAndRouteTool } from './find-and-route.ts'
import { isochroneTool } from './isochrone.ts'
import { locateTool } from './locate.ts'
import { matrixTool } from './matrix.ts'
import { measureTool } from './measure.ts'
import { optimizeRouteTool } from './optimize-route.ts'
import { parseAddressTool } from './parse-address.ts'
import { predictMissingPersonTool } from './predict-missing-person.ts'
import { reverseGeocodeTool } from './reverse-geocode.ts'
import { routeTool } from './route.ts'
import { searchAlongRouteTool } from './search-along-route.ts'
import { searchPlacesTool } from './search-places.ts'
import { snapToRoadsTool } from './snap-to-roads.ts'

export { withLongitude } from './fields.ts'
export { makeCorrectingTool } from './parse-address.ts'

/** All tools of the tool server, in the order in which assistants see them. */
export const tools: readonly Tool[] = [
  findAndRouteTool,
  routeTool,
  optimizeRouteTool,
  compareRoutesTool,
  searchPlacesTool,
  searchAlongRouteTool,
  reverseGeocodeTool,
  batchGeocodeTool,
  parseAddressTool,
  isochroneTool,
  matrixTool,
  elevationTool,
  snapToRoadsTool,
  locateTool,
  predictMissingPersonTool,
  measureTool,
]

/** Operations that tools call. The tool server may invoke their functions and no others. */
export const operationsOfTools: readonly string[] = [
  ...new Set(tools.flatMap(({ operations }) => operations.map(({ id }) => id))),
]

/** Returns the call of an operation that a message to the tool server makes, or `undefined`. */
export function findOperationCall(message: unknown): OperationCall | undefined {
  const { method, params } = message as {
    method?: unknown
    params?: { name?: unknown; arguments?: Record<string, unknown> }
  }
  if (method !== 'tools/call') return undefined
  const tool = tools.find(({ name }) => name === params?.name)
  return tool && !isFreeTool(tool) ? tool.call(params?.arguments ?? {}) : undefined
}
