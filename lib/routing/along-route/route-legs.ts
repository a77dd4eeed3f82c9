import { decodeMicrodegrees, type LatLon, MeasuredLine } from '#ground/geo'
import type { Route } from '#routing/operations'

/** A leg of the route, from which detours are measured. */
export interface RouteLeg {
  /** The leg's ends: waypoints of the request. */
  from: LatLon
  to: LatLon
  line: MeasuredLine
  meters: number
  /** From the start of the route to that of the leg. */
  startMeters: number
}

export function routeLegs(route: Route): RouteLeg[] {
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
