import type * as z from 'zod'
import type { RouteResponse } from '#routing/schemas'

export type Units = z.output<typeof RouteResponse>['route']['units']

const metersPerMile = 1609.344
const metersPerFoot = 0.3048

export interface Formats {
  /** Formats kilometres or miles; metres or feet for short distances. */
  distance(meters: number): string
  /** Formats metres or feet. */
  height(meters: number): string
  /** Formats hours and minutes, at least one minute. */
  duration(seconds: number): string
  percent(value: number): string
  count(value: number): string
}

/** Creates formats for amounts as a person would say them, in a locale. */
export function createFormats(locale: string, units: Units): Formats {
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
  const toShort = (meters: number) => (units === 'miles' ? meters / metersPerFoot : meters)
  const toLong = (meters: number) => meters / (units === 'miles' ? metersPerMile : 1000)
  /** Rounds to a multiple of a step, because single metres do not matter on a walk. */
  const round = (value: number, step: number) => Math.round(value / step) * step
  return {
    distance: (meters) =>
      toLong(meters) < 0.95 ? short(round(toShort(meters), 10)) : long(toLong(meters)),
    height: (meters) => short(Math.round(toShort(meters))),
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
