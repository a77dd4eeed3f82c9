import type { LatLon } from '#ground/geo'
import { fill } from '../fill.ts'
import type { ReaderLanguage } from '../reader/index.ts'
import { selectTexts } from './texts.ts'

const metersPerMile = 1609.344
const metersPerFoot = 0.3048

/** Formats the numbers of a text: rounded, in the number format of its language and in its units. */
export class Figures {
  readonly #language: ReaderLanguage
  readonly #isMiles: boolean

  constructor(language: ReaderLanguage, units: 'kilometers' | 'miles' = 'kilometers') {
    this.#language = language
    this.#isMiles = units === 'miles'
  }

  /**
   * Formats a distance. Rounds to 1 m under 100 m, to 10 m under 1 km, to 0.1 km under 100 km, else to 1 km; in miles
   * to 1 foot under 100 feet, to 10 feet under 0.1 miles, to 0.1 miles under 100 miles, else to 1 mile.
   */
  distance(meters: number): string {
    if (this.#isMiles) {
      const miles = meters / metersPerMile
      if (miles < 0.1) return this.#small(meters / metersPerFoot, 'foot')
      return this.#number(miles, { unit: 'mile', digits: miles < 100 ? 1 : 0 })
    }
    if (Math.round(meters / 10) < 100) return this.#small(meters, 'meter')
    const kilometers = meters / 1000
    return this.#number(kilometers, { unit: 'kilometer', digits: kilometers < 100 ? 1 : 0 })
  }

  /** Formats a distance from the request, to 0.01 of its unit. */
  askedDistance(kilometers: number): string {
    if (this.#isMiles)
      return this.#number((kilometers * 1000) / metersPerMile, { unit: 'mile', digits: 2 })
    if (kilometers < 1) return this.#number(kilometers * 1000, { unit: 'meter' })
    return this.#number(kilometers, { unit: 'kilometer', digits: 2 })
  }

  /** Formats a height to 1 m or 1 foot. */
  height(meters: number): string {
    return this.#isMiles
      ? this.#number(meters / metersPerFoot, { unit: 'foot' })
      : this.#number(meters, { unit: 'meter' })
  }

  /** Formats the difference between two rounded heights. */
  heightDifference(a: number, b: number): string {
    const unit = this.#isMiles ? metersPerFoot : 1
    return this.height(Math.abs(Math.round(a / unit) - Math.round(b / unit)) * unit)
  }

  /** Formats a duration to 1 minute. */
  duration(seconds: number): string {
    return this.#minutes(Math.round(seconds / 60))
  }

  /** Formats the difference between two rounded durations; `undefined` when they are equal. */
  durationDifference(a: number, b: number): string | undefined {
    const minutes = Math.abs(Math.round(a / 60) - Math.round(b / 60))
    return minutes === 0 ? undefined : this.#minutes(minutes)
  }

  /** Formats minutes from the request, to 0.1. */
  askedMinutes(minutes: number): string {
    return this.#number(minutes, { unit: 'minute', digits: 1, isLong: true })
  }

  /** Formats an area: to 0.01 under 1 km², to 0.1 under 100 km², else to 1; the same in square miles. */
  area(squareMeters: number): string {
    const { squareKilometers, squareMiles } = selectTexts(this.#language).figures
    const value = squareMeters / (this.#isMiles ? metersPerMile ** 2 : 1e6)
    const digits = value < 1 ? 2 : value < 100 ? 1 : 0
    const number = this.#number(value, { digits })
    return fill(this.#isMiles ? squareMiles : squareKilometers, { number })
  }

  /** Formats a share to 1 %. */
  percent(share: number): string {
    return new Intl.NumberFormat(this.#language, { style: 'percent' }).format(share)
  }

  count(count: number): string {
    return this.#number(count, {})
  }

  /** Formats a position, degrees to 5 decimals (1 m), with a decimal point in every language: `42.5063, 1.5218`. */
  position({ lat, lon }: LatLon): string {
    return [lat, lon].map((degrees) => String(Number(degrees.toFixed(5)))).join(', ')
  }

  /**
   * Formats the clock times of local times, such as `2026-07-01T09:35+02:00`, with the day of the week when days
   * differ.
   */
  times(localTimes: readonly string[]): string[] {
    const isOneDay = new Set(localTimes.map((time) => time.slice(0, 10))).size < 2
    const formatAs = (options: Intl.DateTimeFormatOptions, time: string) =>
      new Intl.DateTimeFormat(this.#language, { ...options, timeZone: 'UTC' }).format(
        new Date(`${time.slice(0, 16)}Z`),
      )
    return localTimes.map((time) => {
      const clock = formatAs({ timeStyle: 'short' }, time)
      return isOneDay ? clock : `${formatAs({ weekday: 'long' }, time)} ${clock}`
    })
  }

  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.#language).format(items)
  }

  #small(value: number, unit: 'meter' | 'foot'): string {
    return this.#number(value < 100 ? value : Math.round(value / 10) * 10, { unit })
  }

  #minutes(total: number): string {
    const { hoursAndMinutes, underMinute } = selectTexts(this.#language).figures
    if (total === 0) return underMinute
    const [wholeHours, rest] = [Math.floor(total / 60), total % 60]
    const hours = this.#number(wholeHours, { unit: 'hour', isLong: true })
    const minutes = this.#number(rest, { unit: 'minute', isLong: true })
    if (wholeHours === 0) return minutes
    return rest === 0 ? hours : fill(hoursAndMinutes, { hours, minutes })
  }

  #number(
    value: number,
    { unit, digits = 0, isLong }: { unit?: string; digits?: number; isLong?: boolean },
  ): string {
    const key = [this.#language, unit, digits, isLong].join(' ')
    let format = formats.get(key)
    if (!format) {
      format = new Intl.NumberFormat(this.#language, {
        maximumFractionDigits: digits,
        ...(unit && { style: 'unit', unit, unitDisplay: isLong ? 'long' : 'short' }),
      })
      formats.set(key, format)
    }
    return format.format(value)
  }
}

/** Cached formats, a few per language. Creating one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>()
