import fc from 'fast-check'
import type { LatLon } from '#ground/geo'
import type { Landscape } from '#ground/landscape'
import type { Incident, PredictContext, Prediction, ProbabilityMap } from '#prediction'
import { computeProbabilityMap, profiles } from '#prediction'
import { analyticLandscape, type GroundAt } from '../fixtures/landscape.ts'

export const zurich: LatLon = { lat: 47.38, lon: 8.54 }

export const profile = fc.constantFrom(...profiles)
export const bearing = fc.double({ min: 0, max: 360, noNaN: true })
export const age = fc.option(fc.integer({ min: 1, max: 110 }), { nil: undefined })
export const weather = fc.record({
  temperatureC: fc.integer({ min: -40, max: 45 }),
  precipitationMmPerHour: fc.integer({ min: 0, max: 20 }),
  windSpeedMetersPerSecond: fc.integer({ min: 0, max: 40 }),
  windDirectionDegrees: fc.integer({ min: 0, max: 360 }),
})

/** Returns an incident, by default in a circle of 700 m with neutral weather. */
export function incidentAt(
  center: LatLon,
  changes: Partial<Incident> & { radiusMeters?: number } = {},
): Incident {
  const { radiusMeters = 700, ...others } = changes
  return {
    profile: 'dementia_alzheimers',
    area: { type: 'circle', center, radiusMeters },
    datetime: new Date('2024-05-04T12:00:00Z'),
    weatherSource: 'neutral',
    ...others,
  }
}

export async function mapOn(
  at: GroundAt | Landscape,
  incident: Incident,
  context?: PredictContext,
): Promise<ProbabilityMap> {
  return await computeProbabilityMap(
    typeof at === 'function' ? landscapeAt(at, incident) : at,
    incident,
    context,
  )
}

/** Returns ground around the middle of a circle. */
export function landscapeAt(at: GroundAt, { area }: Incident): Landscape {
  return analyticLandscape({ center: area.type === 'circle' ? area.center : zurich, at })
}

export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Maps hexagons to their probabilities. */
export function byHex({ ids, probabilities }: Prediction): Map<string, number> {
  return new Map(ids.map((id, i) => [id, probabilities[i]!]))
}

/** Returns the distance of each hexagon's centre from the origin, metres. */
export function distancesOf({ grid }: ProbabilityMap): Float64Array {
  return grid.east.map((east, hex) => Math.hypot(east, grid.north[hex]!))
}
