import type { LatLon } from '#ground/geo'
import { lengthMeters, pointAlong } from './plane.ts'

/** A numbered node of an interpolation way. */
export interface NumberedPoint {
  /** Index in the line. */
  index: number
  number: string
}

export interface InterpolatedNumber {
  number: string
  at: LatLon
}

/** More houses between two points are a mapping error. */
const maxNumbersBetween = 1_000

/**
 * The houses between the numbered points of a line, spread evenly along it.
 *
 * @param kind The value of `addr:interpolation`: `odd`, `even`, `all`, `alphabetic`, or the step.
 * @param points In the order of the line. Numbers must be digits, for `alphabetic` digits and a letter; others
 * are ignored.
 */
export function interpolate(
  kind: string,
  line: readonly LatLon[],
  points: readonly NumberedPoint[],
): InterpolatedNumber[] {
  const found: InterpolatedNumber[] = []
  for (let i = 1; i < points.length; i++) {
    const from = points[i - 1]!
    const to = points[i]!
    const numbers = between(kind, from.number, to.number)
    if (numbers.length === 0 || numbers.length > maxNumbersBetween) continue
    const stretch = line.slice(from.index, to.index + 1)
    const length = lengthMeters(stretch)
    numbers.forEach((number, index) => {
      const at = pointAlong(stretch, (length * (index + 1)) / (numbers.length + 1))
      found.push({ number, at })
    })
  }
  return found
}

/** The numbers strictly between two. */
function between(kind: string, from: string, to: string): string[] {
  if (kind === 'alphabetic') return lettersBetween(from, to)
  const step = kind === 'all' ? 1 : kind === 'odd' || kind === 'even' ? 2 : Number(kind)
  if (!Number.isInteger(step) || step < 1) return []
  if (!/^\d{1,6}$/.test(from) || !/^\d{1,6}$/.test(to)) return []
  const numbers: string[] = []
  const first = Number(from)
  const last = Number(to)
  const sign = Math.sign(last - first)
  if (Math.abs(last - first) / step > maxNumbersBetween) return []
  for (let n = first + sign * step; sign * (last - n) > 0; n += sign * step) numbers.push(String(n))
  return numbers
}

/** `12a` to `12f`; a number without a letter comes before its `a`. */
function lettersBetween(from: string, to: string): string[] {
  const parts = /^(\d+)\s*([a-z]?)$/i
  const [, fromNumber, fromLetter = ''] = parts.exec(from) ?? []
  const [, toNumber, toLetter = ''] = parts.exec(to) ?? []
  if (!fromNumber || fromNumber !== toNumber) return []
  const code = (letter: string) => (letter ? letter.toLowerCase().charCodeAt(0) - 96 : 0)
  const [first, last] = [code(fromLetter), code(toLetter)]
  const isUpper = /[A-Z]/.test(fromLetter + toLetter)
  const letters: string[] = []
  const sign = Math.sign(last - first)
  for (let c = first + sign; sign * (last - c) > 0; c += sign) {
    if (c === 0) continue
    letters.push(String.fromCharCode((isUpper ? 64 : 96) + c))
  }
  return letters.map((letter) => `${fromNumber}${letter}`)
}
