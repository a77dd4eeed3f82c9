/**
 * Converts a departure time (`08:30`) to the format of the operations. It uses the day of the request (UTC), because
 * a query contains only the time.
 */
export function toDepartureTime(
  time: string | undefined,
  { now, warn }: { now: Date; warn(text: string): void },
): string | undefined {
  if (!time) return undefined
  const departure = `${now.toISOString().slice(0, 10)}T${time}`
  warn(`departure_time is ${departure}: the day of the request is assumed`)
  return departure
}
