import type { Costing } from '#routing/engine'

/**
 * Contours up to this reach are drawn around roads. For 5 minutes by car in Porto that is up to 5,000 edges and takes
 * as long again as the engine's grid; 10 minutes would be 25,000 edges and take four times the time.
 */
const maxNearMeters = 3_000

/** Speeds, kilometres per hour. Motor vehicles have their speed in a town, where roads are dense. */
const speeds = { auto: 30, bus: 30, truck: 30, bicycle: 18, pedestrian: 5.1 }

const speedOptions: Readonly<Record<string, string>> = {
  bicycle: 'cycling_speed',
  pedestrian: 'walking_speed',
}

/** Returns whether a contour is small enough to be drawn around the roads that are reached. */
export function isNear(
  { time, distance }: { time?: number | undefined; distance?: number | undefined },
  { costing, costing_options }: Costing,
): boolean {
  if (distance !== undefined) return distance * 1000 <= maxNearMeters
  const given = costing_options?.[costing] as Readonly<Record<string, unknown>> | undefined
  const speed = Math.max(speeds[costing], Number(given?.[speedOptions[costing] ?? ''] ?? 0))
  return (time! / 60) * speed * 1000 <= maxNearMeters
}
