import { findConventions } from '#places/address'
import { addressLines, alpha2Of } from '#places/search'
import { type CorrectedField, correctedFields } from './corrected-address.ts'

/** The parts of an address line, and words outside its components. */
export interface LineParts {
  values: Partial<Record<CorrectedField, string>>
  /** ISO 3166-1 alpha-3. */
  countryCode: string
  /** Lines before the street: names of recipients and buildings. */
  before: readonly string[]
  /** The last line of `before` stands before the street without a comma. */
  isBeforeOfStreet: boolean
  /** Lines after the street. */
  behind: readonly string[]
  /** The house number stands before the street in the input. */
  isNumberFirst: boolean
  /** The unit follows the house number without a comma: `Kaivokatu 1 A 5`. */
  isUnitOfNumber: boolean
}

export interface ComposedLine {
  text: string
  /** The components in the order of the line. */
  order: readonly CorrectedField[]
  /** Separators after each component. */
  separators: readonly string[]
}

/** First of the private-use characters that stand for the components; templates leave them alone. */
const firstPlaceholder = 0xe010
const toPlaceholder = (field: CorrectedField) =>
  String.fromCharCode(firstPlaceholder + correctedFields.indexOf(field))
const placeholders = /[\ue010-\ue01f]/g

/** Composes an address in one line, in the order of its country. */
export function composeLine(parts: LineParts): ComposedLine {
  const { values, countryCode } = parts
  const templated = (field: CorrectedField) => (values[field] ? toPlaceholder(field) : undefined)
  const lines = addressLines({
    houseNumber: templated('house_number'),
    road: templated('road'),
    postcode: templated('postcode'),
    locality: templated('locality'),
    county: templated('county'),
    region: templated('region'),
    country: templated('country'),
    countryCode,
  })
  const template = addOtherLines(
    lines.map((line) => orderNumber(line, parts)),
    parts,
  ).join(', ')
  const order = [...template.matchAll(placeholders)].map(([sign]) => toField(sign))
  const [, ...separators] = template.split(placeholders)
  const text = template.replace(placeholders, (sign) => values[toField(sign)] ?? '')
  return { text, order, separators }
}

/** Returns the street line with the number in the order of the input, if templates and parser differ on the country. */
function orderNumber(line: string, { countryCode, isNumberFirst }: LineParts): string {
  const [number, road] = [toPlaceholder('house_number'), toPlaceholder('road')]
  const isFirst = line === `${number} ${road}`
  if (!isFirst && line !== `${road} ${number}`) return line
  const { languages, numberFirst } = findConventions(alpha2Of(countryCode))
  if (languages.length === 0 || numberFirst === isFirst) return line
  return isNumberFirst ? `${number} ${road}` : `${road} ${number}`
}

function toField(sign: string): CorrectedField {
  return correctedFields[sign.charCodeAt(0) - firstPlaceholder]!
}

/** Adds the lines that templates omit. */
function addOtherLines(lines: readonly string[], parts: LineParts): string[] {
  const { values, before, behind, isBeforeOfStreet, isUnitOfNumber } = parts
  const road = toPlaceholder('road')
  const number = toPlaceholder('house_number')
  const at = lines.findIndex((line) => line.includes(road) || line.includes(number))
  const first = lines.slice(0, at + 1)
  const added = [...behind]
  const ahead = [...before]
  if (isBeforeOfStreet && first[0]) first[0] = `${ahead.pop()!} ${first[0]}`
  if (values.unit) {
    const unit = toPlaceholder('unit')
    if (isUnitOfNumber && first.at(-1)?.endsWith(number)) first.push(`${first.pop()!} ${unit}`)
    else added.unshift(unit)
  }
  if (values.neighbourhood) added.push(toPlaceholder('neighbourhood'))
  return [...ahead, ...first, ...added, ...lines.slice(at + 1)]
}

/** A part of a text and its replacement, which is empty for a part that is removed. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Replaces parts of a text. Returns it in one line, without needless blanks and separators. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = text
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start)) {
    const behind = edited.slice(end)
    const blank = replacement !== '' && /^[\p{L}\p{N}]/u.test(behind) ? ' ' : ''
    edited = edited.slice(0, start) + replacement + blank + behind
  }
  return edited
    .trim()
    .replace(/\s*\n\s*/g, ', ')
    .replace(/\s+([,;])/g, '$1')
    .replace(/([,;])(\s*[,;])+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+|[\s,;]+$/g, '')
}
