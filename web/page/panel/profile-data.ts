import type { Terrain } from '#ground/terrain'
import { AlongLine, type LinePoint } from '../map/along.ts'

export interface HeightProfile {
  /** Distance of each sample along the route, as measured in the answer, km. */
  kilometers: number[]
  /** Height of each sample, metres above sea level. */
  heights: number[]
  lowest: number
  highest: number
  line: readonly LinePoint[]
  /** Metres of the drawn line per metre of the profile. */
  scale: number
}

interface WithTerrain {
  distance_meters: number
  terrain?: Terrain | null
}

/**
 * Finds the elevation profile of the answer's route whose length is closest to the line's; undefined if there is none.
 */
export function findProfile(
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any view with a line.
  answer: any,
  line: readonly LinePoint[],
): HeightProfile | undefined {
  const length = new AlongLine(line).lengthMeters
  const routes: WithTerrain[] = [
    answer?.route,
    answer,
    ...(answer?.alternates ?? []),
    ...(answer?.routes ?? []),
  ].filter((route) => route?.terrain?.elevation_profile && route.distance_meters !== undefined)
  routes.sort((a, b) => Math.abs(a.distance_meters - length) - Math.abs(b.distance_meters - length))
  const profile = routes[0]?.terrain?.elevation_profile
  if (!profile || profile.length < 2) return undefined
  const heights = profile.map(({ elevation_meters }) => elevation_meters)
  const end = profile.at(-1)!.distance_meters
  return {
    kilometers: profile.map(({ distance_meters }) => distance_meters / 1000),
    heights,
    line,
    lowest: Math.min(...heights),
    highest: Math.max(...heights),
    scale: end > 0 ? length / end : 1,
  }
}

/** Measures climb and mean grade of a part, which is in metres of the drawn line. */
export function measurePart(
  { kilometers, heights, scale }: HeightProfile,
  { fromMeters, toMeters }: { fromMeters: number; toMeters: number },
): { lengthMeters: number; ascentMeters: number; descentMeters: number; gradePercent: number } {
  const inside = heights.filter((_, i) => {
    const meters = kilometers[i]! * 1000 * scale
    return meters >= fromMeters && meters <= toMeters
  })
  let [ascentMeters, descentMeters] = [0, 0]
  for (let i = 1; i < inside.length; i++) {
    const rise = inside[i]! - inside[i - 1]!
    if (rise > 0) ascentMeters += rise
    else descentMeters -= rise
  }
  const lengthMeters = toMeters - fromMeters
  const net = (inside.at(-1) ?? 0) - (inside[0] ?? 0)
  return {
    lengthMeters,
    ascentMeters,
    descentMeters,
    gradePercent: (100 * net) / (lengthMeters || 1),
  }
}
