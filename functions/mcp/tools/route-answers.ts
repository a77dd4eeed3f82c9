import {
  type AnswerBody,
  type Detail,
  distanceText,
  durationText,
  quoted,
  withoutKeys,
} from '#platform/mcp'

/** What a route says beyond its line: without shapes, profiles and whole steps. */
const dropped = ['shape', 'elevation_profile', 'steps', 'bounds']

/** A route at a detail; the steps are lines of text with their lengths. */
export function shortRoute(route: AnswerBody, detail: Detail): object {
  const { waypoints, legs, terrain, flags, ...rest } = route
  return {
    ...withoutKeys(rest, dropped),
    bounds: route.bounds,
    flags,
    terrain: withoutKeys(terrain, dropped),
    // The totals of a single leg are those of the route.
    ...((legs.length > 1 || detail === 'steps') && {
      legs: legs.map((leg: AnswerBody) => ({
        distance_meters: leg.distance_meters,
        duration_seconds: leg.duration_seconds,
        ...(leg.terrain && { ascent_meters: leg.terrain.total_ascent_meters }),
        ...(detail === 'steps' && { steps: leg.steps.map(shortStep) }),
      })),
    }),
    ...farWaypoints(waypoints),
  }
}

function shortStep({ instruction, distance_meters, duration_seconds }: AnswerBody): object {
  return { instruction, distance_meters, duration_seconds }
}

/** A waypoint farther from its road than this is worth a word, metres. */
const farMeters = 50

/** The locations whose road is not where they are. */
function farWaypoints(waypoints: AnswerBody[]): object {
  const far = waypoints.filter(({ snapped_distance_meters: meters }) => meters > farMeters)
  return far.length > 0 ? { waypoints: far } : {}
}

/** `4.0 km, 4 min, 83 m up, 25 m down, rolling (at most 6.1 %); with a toll` */
export function routeText(
  { distance_meters, duration_seconds, terrain, flags }: AnswerBody,
  units: unknown,
): string {
  const facts = [distanceText(distance_meters, units), durationText(duration_seconds)]
  if (terrain) {
    facts.push(
      `${distanceText(terrain.total_ascent_meters, units)} up`,
      `${distanceText(terrain.total_descent_meters, units)} down`,
      `${terrain.difficulty} (at most ${terrain.max_grade_percent} %)`,
    )
  }
  const on = ['toll', 'ferry', 'highway'].filter((name) => flags?.[`has_${name}`])
  return `${facts.join(', ')}${on.length > 0 ? `; uses ${on.join(', ')}` : ''}`
}

/** The steps of a route as numbered lines; instructions hold names of roads, and are quoted whole. */
export function stepLines(route: AnswerBody, units: unknown): string[] {
  const steps = route.legs.flatMap((leg: AnswerBody) => leg.steps)
  return steps.map(
    ({ instruction, distance_meters: meters }: AnswerBody, index: number) =>
      `${index + 1}. ${quoted(instruction)}${meters > 0 ? ` (${distanceText(meters, units)})` : ''}`,
  )
}

/** The text of a route, with its steps where they were asked for. */
export function routeLines(route: AnswerBody, units: unknown, detail: Detail): string[] {
  return [routeText(route, units), ...(detail === 'steps' ? stepLines(route, units) : [])]
}
