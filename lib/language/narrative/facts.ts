import type { Route } from '#routing/operations'
import type { Facts } from '../model/index.ts'
import { createFormats } from './format.ts'

/** The parts of route, optimize and find-and-route responses that narratives use. */
export interface NarratedAnswer {
  route: Route
  savings?: {
    distance_saved_meters: number
    time_saved_seconds: number
    time_saved_percent: number
  } | null
  origin?: { name?: string | undefined }
  destination?: { name: string }
}

/** The parts of a request that facts depend on. */
export interface NarratedRequest {
  language: string
  travel: string
  round_trip?: unknown
}

/** Minimum share of the route for a road to be named. */
const minRoadShare = 0.15
const maxRoads = 3

/** Collects the facts for a narrative. Labels are neutral; amounts are in the language and units of the request. */
export function routeFacts(
  subject: string,
  { route, savings, origin, destination }: NarratedAnswer,
  { language, travel, round_trip }: NarratedRequest,
): Facts {
  const { distance, height, duration, percent, count } = createFormats(language, route.units)
  const { terrain, flags, waypoints } = route
  const roads = findMainRoads(route)
  const stops = waypoints.length - 2
  const isTour = savings !== undefined
  const values: Record<string, string | false | undefined> = {
    travel,
    distance: distance(route.distance_meters),
    duration: duration(route.duration_seconds),
    round_trip: round_trip !== undefined && 'yes',
    stops: isTour ? count(waypoints.length) : stops > 0 && count(stops),
    ascent: terrain ? height(terrain.total_ascent_meters) : undefined,
    descent: terrain ? height(terrain.total_descent_meters) : undefined,
    highest_point: terrain ? height(terrain.max_elevation_meters) : undefined,
    difficulty: terrain?.difficulty,
    tolls: flags.has_toll && 'yes',
    ferry: flags.has_ferry && 'yes',
    highway: flags.has_highway && 'yes',
    time_saved: savings?.time_saved_seconds ? duration(savings.time_saved_seconds) : undefined,
    time_saved_share: savings?.time_saved_percent ? percent(savings.time_saved_percent) : undefined,
    distance_saved: savings?.distance_saved_meters
      ? distance(savings.distance_saved_meters)
      : undefined,
  }
  const names = {
    origin: origin?.name,
    destination: destination?.name,
    main_roads: roads.join(', '),
  }
  return { subject, values: keepKnown(values), names: keepKnown(names) }
}

const keepKnown = (texts: Readonly<Record<string, string | false | undefined>>) =>
  Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )

/** Returns the names of the roads that make up most of the route, longest first. */
function findMainRoads({ legs, distance_meters }: Route): string[] {
  const lengths = new Map<string, number>()
  for (const { street_names, distance_meters } of legs.flatMap(({ steps }) => steps)) {
    const [name] = street_names
    if (name) lengths.set(name, (lengths.get(name) ?? 0) + distance_meters)
  }
  return [...lengths]
    .filter(([, meters]) => meters >= minRoadShare * distance_meters)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxRoads)
    .map(([name]) => name)
}
