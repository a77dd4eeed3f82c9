import type * as z from 'zod'
import type { RouteResponse } from '#routing/schemas'

export type Units = z.output<typeof RouteResponse>['route']['units']

const metersPerMile = 1609.344
const metersPerFoot = 0.3048

export interface Formats {
  /** Kilometres or miles; metres or feet where short. */
  distance(meters: number): string
  /** Metres or feet. */
  height(meters: number): string
  /** Hours and minutes; at least a minute. */
  duration(seconds: number): string
  percent(value: number): string
  count(value: number): string
}

/** Amounts as a person would say them, in a locale. */
export function formatsOf(locale: string, units: Units): Formats {
  const withUnit = (unit: string, maximumFractionDigits = 0) => {
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits })
    return (value: number) => format.format(value)
  }
  const [long, short, hour, minute] = [
    withUnit(units === 'miles' ? 'mile' : 'kilometer', 1),
    withUnit(units === 'miles' ? 'foot' : 'meter'),
    withUnit('hour'),
    withUnit('minute'),
  ]
  const shortOf = (meters: number) => (units === 'miles' ? meters / metersPerFoot : meters)
  const longOf = (meters: number) => meters / (units === 'miles' ? metersPerMile : 1000)
  /** Nobody counts single metres of a walk. */
  const round = (value: number, step: number) => Math.round(value / step) * step
  return {
    distance: (meters) =>
      longOf(meters) < 0.95 ? short(round(shortOf(meters), 10)) : long(longOf(meters)),
    height: (meters) => short(Math.round(shortOf(meters))),
    duration: (seconds) => {
      const minutes = Math.max(1, Math.round(seconds / 60))
      const parts = [Math.floor(minutes / 60), minutes % 60] as const
      const texts = [parts[0] && hour(parts[0]), parts[1] && minute(parts[1])].filter(Boolean)
      const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
      return list.format(texts as string[])
    },
    percent: withUnit('percent'),
    count: (value) => new Intl.NumberFormat(locale).format(value),
  }
}
