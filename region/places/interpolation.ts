import type { LatLon } from '#ground/geo'
import { findPointAlong, measureLength } from './plane.ts'

/** A numbered node of an interpolation way. */
export interface NumberedPoint {
  /** Index of the point in the line. */
  index: number
  number: string
}

export interface InterpolatedNumber {
  number: string
  at: LatLon
}

/** Maximum number of houses between two points; more are a mapping error. */
const maxNumbersBetween = 1_000

/**
 * Returns the houses between the numbered points of a line, spread evenly along it.
 *
 * @param kind The value of `addr:interpolation`: `odd`, `even`, `all`, `alphabetic`, or the step.
 * @param points In the order of the line. Numbers are digits, for `alphabetic` optionally followed by one letter. A
 *   stretch with another number at either end yields no houses.
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
    const numbers = listNumbersBetween(kind, from.number, to.number)
    if (numbers.length === 0 || numbers.length > maxNumbersBetween) continue
    const stretch = line.slice(from.index, to.index + 1)
    const length = measureLength(stretch)
    numbers.forEach((number, index) => {
      const at = findPointAlong(stretch, (length * (index + 1)) / (numbers.length + 1))
      found.push({ number, at })
    })
  }
  return found
}

/** Returns the numbers between two others, both excluded. */
function listNumbersBetween(kind: string, from: string, to: string): string[] {
  if (kind === 'alphabetic') return listLettersBetween(from, to)
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

/**
 * Returns the house numbers between two such as `12a` and `12f`, both excluded. A number without a letter comes before
 * its `a`.
 */
function listLettersBetween(from: string, to: string): string[] {
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
