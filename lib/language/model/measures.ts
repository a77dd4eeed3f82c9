import { type MeasureUnit, type UnitName, unitOf } from './unit-names.ts'

/** A number in a text as it is written, and the unit behind it. */
export interface Measure {
  /** In figures of the text, blanks removed. */
  number: string
  unit: MeasureUnit | undefined
  start: number
  end: number
}

/**
 * Figures with their separators, a sign of percent before them (Turkish), and the word or sign behind them. A blank
 * separates thousands before exactly three figures; a hyphen may join a unit (`12.4-km ride`).
 */
const pattern =
  /(%\s?)?(\p{Nd}+(?:[.,٫٬'’]\p{Nd}+| \p{Nd}{3}(?!\p{Nd}))*)(?:[\s-]?([%٪]|\p{Script=Latin}[\p{Script=Latin}\p{M}]*\.?|\p{L}[\p{L}\p{M}॰]*\.?))?/gu

/** The numbers of a text with their units, in order. */
export function measuresIn(text: string, names: readonly UnitName[]): Measure[] {
  return Array.from(text.matchAll(pattern), (match): Measure => {
    const [whole, percent, figures, word] = match
    const unit = percent ? 'percent' : word === '٪' ? 'percent' : word && unitOf(word, names)
    const ends = unit ? whole.length : (percent?.length ?? 0) + figures!.length
    return {
      number: figures!.replaceAll(' ', ''),
      unit: unit || undefined,
      start: match.index,
      end: match.index + ends,
    }
  })
}
