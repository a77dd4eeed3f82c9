import { findUnit, type MeasureUnit, type UnitName } from './unit-names.ts'

/** A number in a text as written, with the unit behind it. */
export interface Measure {
  /** Digits and separators as written, without spaces. */
  number: string
  unit: MeasureUnit | undefined
  start: number
  end: number
}

/**
 * Digits with their separators, a percent sign before them (Turkish), and the word or sign behind them. A space
 * separates thousands before exactly three digits; a hyphen may join a unit (`12.4-km ride`).
 */
const pattern =
  /(%\s?)?(\p{Nd}+(?:[.,٫٬'’]\p{Nd}+| \p{Nd}{3}(?!\p{Nd}))*)(?:[\s-]?([%٪]|\p{Script=Latin}[\p{Script=Latin}\p{M}]*\.?|\p{L}[\p{L}\p{M}॰]*\.?))?/gu

/** Finds the numbers of a text with their units, in order. */
export function findMeasures(text: string, names: readonly UnitName[]): Measure[] {
  return Array.from(text.matchAll(pattern), (match): Measure => {
    const [whole, percent, figures, word] = match
    const unit = percent ? 'percent' : word === '٪' ? 'percent' : word && findUnit(word, names)
    const ends = unit ? whole.length : (percent?.length ?? 0) + figures!.length
    return {
      number: figures!.replaceAll(' ', ''),
      unit: unit || undefined,
      start: match.index,
      end: match.index + ends,
    }
  })
}
