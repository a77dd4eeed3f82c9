import {
  type AnswerBody,
  type Detail,
  formatDistance,
  formatDuration,
  omitKeys,
  quoteText,
} from '#platform/mcp'

/** Fields of a route that a short answer omits: shapes, profiles and whole steps. */
const dropped = ['shape', 'elevation_profile', 'steps', 'bounds']

/** Shortens a route to a level of detail; the steps are lines of text with their lengths. */
export function shortenRoute(route: AnswerBody, detail: Detail): object {
  const { waypoints, legs, terrain, flags, ...rest } = route
  return {
    ...omitKeys(rest, dropped),
    bounds: route.bounds,
    flags,
    terrain: omitKeys(terrain, dropped),
    // The totals of a single leg equal the route's.
    ...((legs.length > 1 || detail === 'steps') && {
      legs: legs.map((leg: AnswerBody) => ({
        distance_meters: leg.distance_meters,
        duration_seconds: leg.duration_seconds,
        ...(leg.terrain && { ascent_meters: leg.terrain.total_ascent_meters }),
        ...(detail === 'steps' && { steps: leg.steps.map(shortenStep) }),
      })),
    }),
    ...listFarWaypoints(waypoints),
  }
}

function shortenStep({ instruction, distance_meters, duration_seconds }: AnswerBody): object {
  return { instruction, distance_meters, duration_seconds }
}

/** Minimum distance between a waypoint and its road to mention, metres. */
const farMeters = 50

/** Lists the locations that are far from their road. */
function listFarWaypoints(waypoints: AnswerBody[]): object {
  const far = waypoints.filter(({ snapped_distance_meters: meters }) => meters > farMeters)
  return far.length > 0 ? { waypoints: far } : {}
}

/** Describes a route: `4.0 km, 4 min, 83 m up, 25 m down, rolling (at most 6.1 %); with a toll`. */
export function describeRoute(
  { distance_meters, duration_seconds, terrain, flags }: AnswerBody,
  units: unknown,
): string {
  const facts = [formatDistance(distance_meters, units), formatDuration(duration_seconds)]
  if (terrain) {
    facts.push(
      `${formatDistance(terrain.total_ascent_meters, units)} up`,
      `${formatDistance(terrain.total_descent_meters, units)} down`,
      `${terrain.difficulty} (at most ${terrain.max_grade_percent} %)`,
    )
  }
  const on = ['toll', 'ferry', 'highway'].filter((name) => flags?.[`has_${name}`])
  return `${facts.join(', ')}${on.length > 0 ? `; uses ${on.join(', ')}` : ''}`
}

/** Writes the steps of a route as numbered lines. Instructions contain road names and are quoted whole. */
export function listSteps(route: AnswerBody, units: unknown): string[] {
  const steps = route.legs.flatMap((leg: AnswerBody) => leg.steps)
  return steps.map(
    ({ instruction, distance_meters: meters }: AnswerBody, index: number) =>
      `${index + 1}. ${quoteText(instruction)}${meters > 0 ? ` (${formatDistance(meters, units)})` : ''}`,
  )
}

/** Writes the text of a route, with its steps if they were requested. */
export function describeInLines(route: AnswerBody, units: unknown, detail: Detail): string[] {
  return [describeRoute(route, units), ...(detail === 'steps' ? listSteps(route, units) : [])]
}
