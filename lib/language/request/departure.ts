/**
 * A time of leaving (`08:30`) as the operations take it: on the day of the request (UTC), for a query says the hour
 * only.
 */
export function departureTime(
  time: string | undefined,
  { now, warn }: { now: Date; warn(text: string): void },
): string | undefined {
  if (!time) return undefined
  const departure = `${now.toISOString().slice(0, 10)}T${time}`
  warn(`departure_time is ${departure}: the day of the request is assumed`)
  return departure
}
