import type { AddressConventions } from '../tables/conventions.ts'
import { matchPostcode } from '../tables/postcodes.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import { gaps } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'
import type { AddCandidate } from './candidate.ts'

/** Adds flats, floors, boxes and buildings that a designator names. */
export function addDesignated(
  { text, tokens, designated }: AnnotatedText,
  conventions: AddressConventions,
  add: AddCandidate,
): void {
  for (const { key, start, end, countries } of designated) {
    if (countries && !countries.includes(conventions.country ?? '')) continue
    const from = tokens.findIndex((token) => token.start === start)
    let to = tokens.findIndex((token) => token.start >= end)
    if (to < 0) to = tokens.length
    // A span inside a token is a false match.
    if (from < 0 || from >= to || tokens[to - 1]!.end > end + 1) continue
    const raw = text.slice(start, end)
    // "Calle 93 # 5-51": the crossing and the distance from it.
    if (conventions.country === 'CO' && /^#.*-/.test(raw)) continue
    let score = weights.designated + weights.designatedToken * (to - from)
    // A single letter without a dot is rarely a designator.
    if (/^\p{L}\s/u.test(raw) && to - from > 1) score -= conventions.country === 'PL' ? 0.5 : 2.5
    // "Manchester M3"
    if (key === 'unit' && /^\p{L}\d/u.test(raw)) score -= /\d{4}/.test(raw) ? 5 : 2.5
    if (key === 'unit' && raw.startsWith('#') && from === 0 && !conventions.unitBeforeNumber)
      score -= 2
    if (key === 'po_box' && /^(?:c\.? ?p|pl|pf|p\.? ?p|cs|box)\.? ?\d/i.test(raw)) {
      score += isBoxDesignator(raw, conventions.country) ? 1 : -3
    }
    if (key === 'house') score -= 1
    const trimmed = tokens[to - 1]!.end < end ? end : tokens[to - 1]!.end
    add({ key, from, to, start, end: Math.max(trimmed, tokens[to - 1]!.end), score })
    // "Postfach 55 9010 Klagenfurt": the postcode does not belong to the box.
    const box = key === 'po_box' ? /^\D*\d+(?= \d|-\d{5}$)/.exec(raw)?.[0].length : undefined
    const next = box ? tokens.findIndex((token) => token.start > start + box) : -1
    if (box && next > from)
      add({
        key,
        from,
        to: next,
        start,
        end: start + box,
        score: score + (raw[box] === '-' ? 0.5 : -0.3),
      })
    // "Unit 12-345 King Street": the unit ends before the house number.
    const split =
      key === 'unit' && conventions.unitBeforeNumber && !raw.startsWith('#')
        ? /^.*?\d\p{L}?(?=[-/]\d+\p{L}?$)/u.exec(raw)
        : null
    const cut = split ? tokens.findIndex((token) => token.start >= start + split[0].length) : -1
    if (split && cut > from)
      add({ key, from, to: cut, start, end: start + split[0].length, score: score + 0.5 })
  }
}

/** Checks the country of a short designator for boxes: each is used in a few countries only. */
function isBoxDesignator(raw: string, country: string | undefined): boolean {
  const word = raw.toLowerCase().replace(/[^a-z]/g, '')
  const countries: Readonly<Record<string, readonly string[]>> = {
    cp: ['CH', 'CA', 'IT', 'RO'],
    pl: ['FI'],
    pf: ['HU', 'DE'],
    pp: ['PL', 'CZ', 'SK'],
    cs: ['FR'],
    box: ['SE', 'CA', 'US'],
  }
  return country !== undefined && (countries[word]?.includes(country) ?? false)
}

/** Adds runs of tokens in the form of the country's postcodes. */
export function addPostcodes(
  { text, tokens }: AnnotatedText,
  conventions: AddressConventions,
  add: AddCandidate,
): void {
  for (let from = 0; from < tokens.length; from++) {
    // In Kenya, the postcode follows the box: "P.O. Box 30197-00100".
    const dashed = tokens[from]!.gap === gaps.dash && tokens[from - 1]!.isNumber
    if (dashed && (conventions.country !== 'KE' || tokens[from]!.raw.length < 5)) continue
    for (let to = from + 1; to <= Math.min(from + 4, tokens.length); to++) {
      if (to - 1 > from && tokens[to - 1]!.gap === gaps.hard) break
      const start = text.slice(tokens[from]!.start - 1, tokens[from]!.start) === '〒' ? -1 : 0
      const raw = text.slice(tokens[from]!.start + start, tokens[to - 1]!.end)
      if (raw.length > 16 || !/\d/.test(raw)) continue
      const match = matchPostcode(raw, conventions.country)
      if (!match) continue
      const score =
        weights.postcode +
        weights.postcodeSpecificity * match.specificity +
        (match.prefix > 0 ? weights.postcodePrefix : 0) +
        0.6 * (to - from - 1)
      const begin = tokens[from]!.start + start + match.prefix
      add({ key: 'postcode', from, to, start: begin, end: tokens[to - 1]!.end, score })
    }
  }
}

/** Adds the district of a British postcode after its city: "London SW3", "Glasgow G12". */
export function addPostalDistricts(
  { tokens }: AnnotatedText,
  { country }: AddressConventions,
  add: AddCandidate,
): void {
  if (country !== 'GB') return
  for (const [from, { raw, start, end }] of tokens.entries()) {
    const closes = tokens[from + 1]?.gap !== gaps.blank
    if (from === 0 || !closes || !/^[A-Z]{1,2}\d{1,2}[A-Z]?$/i.test(raw)) continue
    add({ key: 'postcode', from, to: from + 1, start, end, score: weights.postcode })
  }
}

/** Maximum difference between the ends of a range of numbers on one side of a street: "44-46A". */
const maxRange = 20

function isRange(first: string, second: string): boolean {
  const length = Number.parseInt(second, 10) - Number.parseInt(first, 10)
  return length > 0 && length <= maxRange && length % 2 === 0
}

/** Adds a unit before the number: "5/120 Smith Street" in Australia, "1204-550 Beatty Street" in Canada. */
export function addLeadingUnits(
  { tokens, streetFacts }: AnnotatedText,
  { country }: AddressConventions,
  add: AddCandidate,
): void {
  const by = country === 'CA' ? gaps.dash : gaps.slash
  if (country !== 'CA' && country !== 'AU' && country !== 'NZ') return
  for (const [from, { raw, start, end }] of tokens.entries()) {
    const next = tokens[from + 1]
    if (next?.gap !== by || !next.hasDigit || !/^\d{1,5}\p{L}?$|^\p{L}\d{0,4}$/u.test(raw)) continue
    if (tokens[from + 2] && tokens[from + 2]!.gap < gaps.blank) continue
    if (by === gaps.dash && isRange(raw, next.raw)) continue
    // "Oxford Street 334-348": a range after its street.
    const before = streetFacts[from - 1]
    if (tokens[from]!.gap !== gaps.hard && (before?.type || before?.direction)) continue
    add({ key: 'unit', from, to: from + 1, start, end, score: weights.designated })
  }
}
