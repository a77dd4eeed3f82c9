import { decodeMicrodegrees, type LatLon, MeasuredLine } from '#ground/geo'
import type { Route } from '#routing/operations'

/** A leg of the route. Detours are measured from it. */
export interface RouteLeg {
  /** Ends of the leg: two successive waypoints of the route. */
  from: LatLon
  to: LatLon
  line: MeasuredLine
  meters: number
  /** Distance from the start of the route to the start of the leg. */
  startMeters: number
}

export function splitIntoLegs(route: Route): RouteLeg[] {
  let startMeters = 0
  return route.legs.map(({ shape, distance_meters }, i) => {
    const [from, to] = [route.waypoints[i]!, route.waypoints[i + 1]!]
    const leg = {
      from: { lat: from.lat, lon: from.lon },
      to: { lat: to.lat, lon: to.lon },
      line: new MeasuredLine(decodeMicrodegrees(shape)),
      meters: distance_meters,
      startMeters,
    }
    startMeters += distance_meters
    return leg
  })
}
