/** Units of facts, by their `Intl.NumberFormat` names. */
const units = ['kilometer', 'meter', 'mile', 'foot', 'hour', 'minute', 'second', 'percent'] as const

export type MeasureUnit = (typeof units)[number]

/** Numbers that produce every plural form. */
const samples = [0, 1, 2, 3, 5, 11, 20, 100, 1.5]

export interface UnitName {
  unit: MeasureUnit
  /** Lower case, without a full stop. */
  name: string
}

const ready = new Map<string, readonly UnitName[]>()

/** Returns the names, abbreviations and symbols of the units in a locale, longest first. */
export function listUnitNames(locale: string): readonly UnitName[] {
  const known = ready.get(locale)
  if (known) return known
  const names = new Map<string, MeasureUnit>(symbols)
  for (const unit of units) {
    for (const unitDisplay of ['long', 'short'] as const) {
      for (const spelling of listSpellings(locale)) {
        const format = new Intl.NumberFormat(spelling, { style: 'unit', unit, unitDisplay })
        const parts = samples.flatMap((sample) => format.formatToParts(sample))
        for (const { type, value } of parts) {
          const name = normaliseUnit(value)
          if (type === 'unit' && name && !names.has(name)) names.set(name, unit)
        }
      }
    }
  }
  const made = [...names]
    .map(([name, unit]) => ({ name, unit }))
    .sort((a, b) => b.name.length - a.name.length)
  ready.set(locale, made)
  return made
}

/** Returns the locales whose spellings are accepted: both `meters` and `metres` are English. */
const listSpellings = (locale: string) => (locale.startsWith('en') ? ['en-US', 'en-GB'] : [locale])

const symbols: readonly [string, MeasureUnit][] = [
  ['km', 'kilometer'],
  ['m', 'meter'],
  ['mi', 'mile'],
  ['ft', 'foot'],
  ['h', 'hour'],
  ['min', 'minute'],
  ['s', 'second'],
  ['%', 'percent'],
]

/** Normalises a unit: lower case, without direction marks and a full stop. */
export function normaliseUnit(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u061c\u200e\u200f]/g, '')
    .trim()
    .replace(/\.$/, '')
}

/** Finds the unit that a word names, with any ending: `Kilometern`. */
export function findUnit(word: string, names: readonly UnitName[]): MeasureUnit | undefined {
  const plain = normaliseUnit(word)
  const exact = names.find(({ name }) => name === plain)
  if (exact) return exact.unit
  return names.find(({ name }) => isInflectionOfName(plain, name))?.unit
}

/** Scripts without spaces, where words follow a unit directly. */
const withoutBlanks = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns whether a word is a name with another ending of up to four letters. Short names must match exactly. */
function isInflectionOfName(word: string, name: string): boolean {
  if (withoutBlanks.test(name)) return word.startsWith(name)
  if (name.length < 4 || Math.abs(word.length - name.length) > 4) return false
  return word.startsWith(name.slice(0, Math.max(4, name.length - 2)))
}
