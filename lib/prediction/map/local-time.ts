import timeZoneAt from '@photostructure/tz-lookup'
import type { LatLon } from '#ground/geo'

/** Formats date and time in the time zone of a place, with the offset: `2026-03-14 16:30 local time (GMT+1)`. */
export function formatLocalTime(datetime: Date, { lat, lon }: LatLon): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timeZoneAt(lat, lon),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  })
  const parts = Object.fromEntries(
    format.formatToParts(datetime).map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, timeZoneName } = parts
  return `${year}-${month}-${day} ${hour}:${minute} local time (${timeZoneName})`
}
