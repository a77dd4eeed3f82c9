import { roundMeters, roundPercent, roundSeconds } from '#ground/geo'
import { classifyDifficulty } from '#ground/terrain'
import type { Route } from '../route/index.ts'

type Terrain = NonNullable<Route['terrain']>

/**
 * Concatenates routes. Gaps between them add no length and no ascent. The average grade is weighted by
 * length; the maximum grade is the highest of all routes.
 */
export function joinRoutes(routes: readonly [Route, ...Route[]]): Route {
  const [first] = routes
  if (routes.length === 1) return first
  const bounds = routes.map((route) => route.bounds)
  const total = (value: (route: Route) => number) =>
    routes.reduce((sum, route) => sum + value(route), 0)
  return {
    waypoints: routes.flatMap(({ waypoints }) => waypoints),
    legs: routes.flatMap(({ legs }) => legs),
    distance_meters: roundMeters(total((route) => route.distance_meters)),
    duration_seconds: roundSeconds(total((route) => route.duration_seconds)),
    flags: {
      has_toll: routes.some(({ flags }) => flags.has_toll),
      has_highway: routes.some(({ flags }) => flags.has_highway),
      has_ferry: routes.some(({ flags }) => flags.has_ferry),
    },
    bounds: {
      min_lat: Math.min(...bounds.map(({ min_lat }) => min_lat)),
      min_lon: Math.min(...bounds.map(({ min_lon }) => min_lon)),
      max_lat: Math.max(...bounds.map(({ max_lat }) => max_lat)),
      max_lon: Math.max(...bounds.map(({ max_lon }) => max_lon)),
    },
    terrain: joinTerrain(routes),
    units: first.units,
  }
}

function joinTerrain(routes: readonly Route[]): Terrain | null {
  const known: { terrain: Terrain; lengthMeters: number }[] = []
  const profile: Terrain['elevation_profile'] = []
  let startMeters = 0
  for (const { terrain, distance_meters } of routes) {
    if (terrain) {
      known.push({ terrain, lengthMeters: distance_meters })
      for (const { distance_meters: along, elevation_meters } of terrain.elevation_profile) {
        profile.push({ distance_meters: roundMeters(startMeters + along), elevation_meters })
      }
    }
    startMeters += distance_meters
  }
  if (known.length === 0) return null
  const terrains = known.map(({ terrain }) => terrain)
  const lengthMeters = known.reduce((sum, each) => sum + each.lengthMeters, 0)
  const climbed = known.reduce(
    (sum, each) => sum + each.terrain.avg_grade_percent * each.lengthMeters,
    0,
  )
  const average = roundPercent(lengthMeters > 0 ? climbed / lengthMeters : 0)
  const steepest = Math.max(...terrains.map(({ max_grade_percent }) => max_grade_percent))
  const sum = (field: 'total_ascent_meters' | 'total_descent_meters') =>
    roundMeters(terrains.reduce((metres, terrain) => metres + terrain[field], 0))
  return {
    total_ascent_meters: sum('total_ascent_meters'),
    total_descent_meters: sum('total_descent_meters'),
    max_elevation_meters: Math.max(...terrains.map((terrain) => terrain.max_elevation_meters)),
    min_elevation_meters: Math.min(...terrains.map((terrain) => terrain.min_elevation_meters)),
    avg_grade_percent: average,
    max_grade_percent: steepest,
    elevation_profile: profile,
    difficulty: classifyDifficulty(average, steepest),
  }
}
