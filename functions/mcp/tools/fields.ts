import type { JsonSchema } from '#platform/mcp'
import { listServedRegions } from '../../served-regions.ts'

/** Schema of the options of travel types. It is shorter than the contract's, which has 20 kB. */
export const travelOptions: JsonSchema = {
  type: 'object',
  description:
    'By travel type, such as {"truck":{"height":4,"weight":18}} in metres and tonnes, {"auto":{"use_tolls":0,"use_highways":0}}, {"pedestrian":{"use_hills":0}} (0 avoids, 1 prefers).',
}

/** Makes the argument that selects a single region, if there are several. */
export function makeRegionArgument(): Record<string, JsonSchema> {
  const regions = listServedRegions()
  if (regions.length === 1) return {}
  return { region: { type: 'string', enum: [...regions], description: 'Only in this region.' } }
}

type Fields = Record<string, unknown>

/** Renames `lng` to `lon`, or vice versa, in every position: searches and routes use different names. */
export function withLongitude<T>(value: T, name: 'lon' | 'lng'): T {
  if (Array.isArray(value)) return value.map((item) => withLongitude(item, name)) as T
  if (value === null || typeof value !== 'object') return value
  const other = name === 'lon' ? 'lng' : 'lon'
  return Object.fromEntries(
    Object.entries(value as Fields).map(([key, field]) => [
      key === other && 'lat' in value && !(name in value) ? name : key,
      withLongitude(field, name),
    ]),
  ) as T
}
