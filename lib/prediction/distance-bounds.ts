import {
  blurredDistribution,
  boundedDistribution,
  type DistanceDistribution,
} from './distance/index.ts'
import { figures } from './figures/index.ts'
import type { Incident } from './prediction.ts'

/**
 * How far a person on foot can be after the elapsed time: straight on at the fastest speed of Tobler's hiking
 * function (1993), 6 km/h. Undefined where nothing bounds the distance.
 */
export function reachMeters({ elapsedMinutes, transport, area }: Incident): number | undefined {
  if (elapsedMinutes === undefined || transport !== 'foot' || area.type === 'path') return undefined
  const { fastestKilometersPerHour } = figures.effort.walking
  return (elapsedMinutes / 60) * fastestKilometersPerHour.value * 1000
}

/** Nobody knows a place better; the integral over a smaller disc would be rounding. */
const minUncertaintyMeters = 1

/** Published distances as an incident has them: within reach, and around an origin known to some metres. */
export function incidentDistribution(
  incident: Incident,
  published: DistanceDistribution,
): DistanceDistribution {
  const reach = reachMeters(incident)
  const bounded = reach === undefined ? published : boundedDistribution(published, reach)
  const { originUncertaintyMeters = 0 } = incident
  return originUncertaintyMeters >= minUncertaintyMeters
    ? blurredDistribution(bounded, originUncertaintyMeters)
    : bounded
}
