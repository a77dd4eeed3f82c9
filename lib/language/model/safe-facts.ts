import { oneLine } from '#platform/safe-text'
import { measuresIn } from './measures.ts'
import type { Facts } from './port.ts'
import { unitNames } from './unit-names.ts'

/** Characters of a value: a list of names, with room. */
const maxLength = 400

/** Links, markup and anything that is not a line of plain text. */
const unsafe = /:\/\/|www\.|@|[<>{}[\]|`\\*_#~^]/iu

/** Facts without those that no sentence should repeat, such as links: names on a map are written by anybody. */
export function safeFacts({ subject, values, names = {} }: Facts, locale: string): Required<Facts> {
  const units = unitNames(locale)
  const isSafe = (text: string) =>
    text !== '' && text.length <= maxLength && oneLine(text) === text && !unsafe.test(text)
  /** A place named `5 km` would make any text with that amount true. */
  const isAmount = (name: string) => measuresIn(name, units).some(({ unit }) => unit)
  const only = (record: Facts['values'], isGood: (text: string) => boolean) =>
    Object.fromEntries(Object.entries(record).filter(([, text]) => isGood(text)))
  return {
    subject,
    values: only(values, isSafe),
    names: only(names, (name) => isSafe(name) && !isAmount(name)),
  }
}
