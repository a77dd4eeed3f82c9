import {
  blurDistribution,
  type DistanceDistribution,
  truncateDistribution,
} from './distance/index.ts'
import { figures } from './figures/index.ts'
import type { Incident } from './prediction.ts'

/**
 * Returns how far a person on foot can be after the elapsed time, metres: in a straight line at the fastest speed of
 * Tobler's hiking function (1993), 6 km/h. Undefined if the elapsed time is unknown, the person is not
 * on foot, or the area is a path.
 */
export function computeReach({ elapsedMinutes, transport, area }: Incident): number | undefined {
  if (elapsedMinutes === undefined || transport !== 'foot' || area.type === 'path') return undefined
  const { fastestKilometersPerHour } = figures.effort.walking
  return (elapsedMinutes / 60) * fastestKilometersPerHour.value * 1000
}

/**
 * Smallest uncertainty of an origin that is modelled; an integral over a smaller disc would be dominated by rounding.
 */
const minUncertaintyMeters = 1

/** Adapts the published distances to an incident: bounded by its reach and blurred by the uncertainty of its origin. */
export function adaptDistribution(
  incident: Incident,
  published: DistanceDistribution,
): DistanceDistribution {
  const reach = computeReach(incident)
  const bounded = reach === undefined ? published : truncateDistribution(published, reach)
  const { originUncertaintyMeters = 0 } = incident
  return originUncertaintyMeters >= minUncertaintyMeters
    ? blurDistribution(bounded, originUncertaintyMeters)
    : bounded
}
