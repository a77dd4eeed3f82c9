import type { ReaderLanguage } from '#language/reader'
import type { Truth } from './answer-parts.ts'

/** A number of a text with its unit; a duration is in minutes. */
interface Written {
  text: string
  value: number
  unit: string
}

const metersPer: Readonly<Record<string, number>> = {
  m: 1,
  km: 1000,
  ft: 0.3048,
  pi: 0.3048,
  mi: 1609.344,
}

const squareMetersPer: Readonly<Record<string, number>> = {
  'km²': 1e6,
  'mi²': 1609.344 ** 2,
  'sq mi': 1609.344 ** 2,
}

const partOf = (language: ReaderLanguage, type: string) =>
  new Intl.NumberFormat(language).formatToParts(1234567.8).find((part) => part.type === type)!.value

/** Words for hours or minutes: `hour`, `hours`. */
function unitWords(language: ReaderLanguage, unit: 'hour' | 'minute'): string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  const words = [1, 2, 1e6].map(
    (value) => format.formatToParts(value).find(({ type }) => type === 'unit')!.value,
  )
  return [...new Set(words)].sort((a, b) => b.length - a.length).join('|')
}

/** The numbers of a text by the rules of its language, positions apart. */
function numbersIn(text: string, language: ReaderLanguage): Written[] {
  const [group, decimal] = [partOf(language, 'group'), partOf(language, 'decimal')]
  const escaped = (mark: string) => mark.replace('.', '\\.')
  const number = `-?\\d+(?:${escaped(group)}\\d{3})*(?:${escaped(decimal)}\\d+)?`
  const numberOf = (digits: string) =>
    Number(digits.replaceAll(group, '').replace(decimal, '.').replace('−', '-'))
  const [hours, minutes] = [unitWords(language, 'hour'), unitWords(language, 'minute')]
  const duration = `(${number})\\s(?:${hours})(?:(?: e| y)? (\\d+)\\s(?:${minutes}))?`
  const pattern = new RegExp(
    `${duration}|(${number})\\s?(${minutes}|km²|mi²|sq mi|km|mi|ft|pi|m|%)?(?![\\p{L}\\d])`,
    'gu',
  )
  return Array.from(text.matchAll(pattern), ([written, h, m, digits, unit = '']) =>
    h === undefined
      ? {
          text: written,
          value: numberOf(digits!),
          unit: minutes.split('|').includes(unit) ? 'min' : unit,
        }
      : { text: written, value: numberOf(h) * 60 + Number(m ?? 0), unit: 'min' },
  )
}

const positionPattern = /(-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)/g

/** Whether a number is the nearest multiple of a step to a true value. */
const isRounded = (value: number, step: number) => (truth: number) =>
  Math.abs(truth - value) <= step / 2 + Math.abs(value) * 1e-5

/** Steps of distances as `Figures` documents them. */
function distanceStep(value: number, unit: string): number {
  if (unit === 'm' || unit === 'ft' || unit === 'pi') return value < 100 ? 1 : 10
  return value < 100 ? 0.1 : 1
}

function isTrue({ value, unit }: Written, truth: Truth): boolean {
  if (unit === 'min') {
    const values = truth.seconds.map((seconds) => seconds / 60)
    return values.some(isRounded(value, 1)) || truth.askedMinutes.includes(value)
  }
  if (unit === '%') return truth.shares.map((share) => share * 100).some(isRounded(value, 1))
  if (unit === '') return truth.counts.includes(value)
  const perArea = squareMetersPer[unit]
  if (perArea !== undefined) {
    const step = value < 1 ? 0.01 : value < 100 ? 0.1 : 1
    return truth.areas.map((area) => area / perArea).some(isRounded(value, step))
  }
  const per = metersPer[unit]!
  const inUnit = (values: readonly number[]) => values.map((meters) => meters / per)
  return (
    inUnit(truth.distances).some(isRounded(value, distanceStep(value, unit))) ||
    inUnit(truth.heights).some(isRounded(value, 1)) ||
    inUnit(truth.askedMeters).some(isRounded(value, 0.01))
  )
}

/** What a text says and its answer does not hold: numbers, positions. */
export function untrueNumbers(text: string, language: ReaderLanguage, truth: Truth): string[] {
  const untrue: string[] = []
  const rest = text.replace(positionPattern, (written, lat, lon) => {
    const isPosition = truth.positions.some(
      (position) =>
        Math.abs(position.lat - lat) <= 5.1e-6 && Math.abs(position.lon - lon) <= 5.1e-6,
    )
    if (!isPosition) untrue.push(written)
    return ''
  })
  const wrong = numbersIn(rest, language).filter((written) => !isTrue(written, truth))
  return [...untrue, ...wrong.map(({ text }) => text)]
}
