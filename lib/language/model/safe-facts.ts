import { toOneLine } from '#platform/safe-text'
import { findMeasures } from './measures.ts'
import type { Facts } from './port.ts'
import { listUnitNames } from './unit-names.ts'

/** Maximum number of characters of a value: a list of names with some margin. */
const maxLength = 400

/** Links and markup. */
const unsafe = /:\/\/|www\.|@|[<>{}[\]|`\\*_#~^]/iu

/** Removes facts that a sentence should not repeat, such as links, because anyone can edit names on the map. */
export function keepSafeFacts(
  { subject, values, names = {} }: Facts,
  locale: string,
): Required<Facts> {
  const units = listUnitNames(locale)
  const isSafe = (text: string) =>
    text !== '' && text.length <= maxLength && toOneLine(text) === text && !unsafe.test(text)
  /** A place named `5 km` would make every text with that amount pass the check. */
  const isAmount = (name: string) => findMeasures(name, units).some(({ unit }) => unit)
  const only = (record: Facts['values'], isGood: (text: string) => boolean) =>
    Object.fromEntries(Object.entries(record).filter(([, text]) => isGood(text)))
  return {
    subject,
    values: only(values, isSafe),
    names: only(names, (name) => isSafe(name) && !isAmount(name)),
  }
}
