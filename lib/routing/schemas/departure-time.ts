import * as z from 'zod'

const form = /^(20\d\d)-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/

function isOnCalendar(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Local date and time without a zone, 2000 to 2099. Seconds are ignored. */
export const DepartureTime = z
  .string()
  .regex(form, 'must be a local date and time without a zone, such as 2026-07-01T09:00')
  .refine((text) => !form.test(text) || isOnCalendar(text), 'must be a day of the calendar')
  .meta({
    description:
      'When to start, in the local time of the start: `2026-07-01T09:00`. Roads closed by the hour count ' +
      'as closed or open at the time of reaching them; without it they count as open. Up to 500 km in a ' +
      'straight line.',
    example: '2026-07-01T09:00',
  })
