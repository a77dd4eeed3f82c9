import { fold } from '#places/text'
import type { AddressConventions } from '../tables/conventions.ts'
import { findKnownName } from '../tables/known-names.ts'
import { isCityPrefix, isVenueWord, scoreAttachedKind, scoreKinds } from '../tables/name-words.ts'
import { type AnnotatedText, type NameMatch, toRunKey } from '../tokens/annotate.ts'
import { gaps, type Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** Components that a name without a number may be. */
export type NameKey = keyof typeof weights.unknown

/** Scores the evidence against a street: the name belongs to a quarter or city. */
export function scorePlaceName(
  annotated: AnnotatedText,
  { country, numberFirst, quarters }: AddressConventions,
  from: number,
  to: number,
): number {
  const { tokens } = annotated
  // "Belgrano 450": where the number follows the street, this is a street with the name of the quarter.
  const following = tokens[to]
  const numbered =
    !numberFirst && quarters === 0 && following?.isNumber && following.gap < gaps.hard
  const known = numbered ? undefined : findNameMatch(annotated, from, to)?.known
  const said = to - from > 1 ? scoreKinds(tokens[from]!.text, tokens[to - 1]!.text) : {}
  const place = known?.suburb?.includes(country ?? '') || known?.city?.includes(country ?? '')
  return Math.max(
    place ? weights.placeAsRoad : 0,
    said.suburb || said.city_district ? weights.placeAsRoad : 0,
  )
}

/**
 * Checks for an unknown name whose last word or words are a state, a county or the country: "Montalcino SI", "Hexham
 * Northumberland".
 */
export function endsInRegion(
  { tokens, nameMatches, regionStarts, singleCase }: AnnotatedText,
  { country = '' }: AddressConventions,
  from: number,
  to: number,
): boolean {
  if (to - from < 2) return false
  const coded = !singleCase && /^\p{Lu}{2,3}$/u.test(tokens[to - 1]!.raw)
  const whole = nameMatches.get(toRunKey(from, to))?.known
  for (const start of regionStarts[to] ?? []) {
    if (start <= from) continue
    const {
      known,
      country: named,
      coded: codedCountry,
      closes,
    } = nameMatches.get(toRunKey(start, to))!
    if (coded && known?.stateCode?.includes(country)) return true
    if (coded && known?.countyCode?.includes(country)) return true
    if (whole) continue
    if (known?.state?.includes(country) || known?.county?.includes(country)) return true
    if (closes && (named === country || !codedCountry)) return true
  }
  return false
}

/** Matches a known city that is joined to its quarter: "Berlin-Friedenau". */
function matchHyphenated(
  tokens: readonly Token[],
  from: number,
  to: number,
): NameMatch | undefined {
  const [town = '', ...rest] = to - from === 1 ? tokens[from]!.raw.split('-') : []
  if (town.length < 3 || rest.length === 0) return undefined
  const city = findKnownName(fold(town))?.city
  return city && { from, to, known: { city }, country: undefined, coded: false, closes: false }
}

/** Finds the match of a name, with or without a word for its kind ("г. Москва"). */
export function findNameMatch(
  { tokens, nameMatches }: AnnotatedText,
  from: number,
  to: number,
): NameMatch | undefined {
  const known = nameMatches.get(toRunKey(from, to))
  const joined = known ? undefined : matchHyphenated(tokens, from, to)
  if (joined) return joined
  if (known || to - from < 2 || !isCityPrefix(tokens[from]!.text)) return known
  const rest = nameMatches.get(toRunKey(from + 1, to))
  return rest && { ...rest, from, country: undefined }
}

export function scoreKindWords(tokens: readonly Token[], from: number, to: number) {
  const first = tokens[from]!.text.split(' ')[0]!
  // "Gangnam-gu"
  const last = tokens[to - 1]!.text.split(' ').at(-1)!
  const more = to - from > 1 || first !== last
  let venue = 0
  const alone = to - from === 1 && !(isBoundary(tokens, from) && isBoundary(tokens, to))
  for (let i = from; i < to && !alone; i++) {
    if (isVenueWord(tokens[i]!.text)) venue = weights.venueWord
  }
  // "20e arrondissement de Paris"
  const ordinal = to - from > 2 && tokens[from]!.hasDigit
  const kinds = more
    ? scoreKinds(first, ordinal ? tokens[from + 1]!.text : last)
    : scoreAttachedKind(first)
  // "Бровари Київської області": the name of a Slavic region is one word.
  if (to - from > 2 && kinds.state !== undefined && /\p{Script=Cyrillic}/u.test(last)) {
    kinds.state -= weights.regionWords
  }
  return { ...kinds, venue }
}

const isBoundary = (tokens: readonly Token[], at: number) =>
  at === tokens.length || tokens[at]!.gap === gaps.hard

const numberedTown = /^(?:\d{1,2}(?:er|e|eme|o|[a-z])?|[a-z]{1,2}|cedex)$/

/** Scores a known city with the number or letter of its district: "Dublin 4", "Praha 1", "København K". */
export function scoreNumberedTown(
  { tokens }: AnnotatedText,
  from: number,
  to: number,
  { country }: AddressConventions,
): number {
  const last = tokens[to - 1]!
  if (to - from < 2 || !numberedTown.test(last.text)) return 0
  const town = findKnownName(joinFolded(tokens, from, to - 1))?.city
  if (!town?.includes(country ?? '')) return 0
  if (/^cedex$/i.test(last.raw)) return weights.known.city + 1.5
  if (last.hasDigit) return weights.known.city + 1.6
  return country === 'DK' ? weights.known.city + 0.6 : 0
}

function joinFolded(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
}

export function isBracketed({ text, tokens }: AnnotatedText, from: number, to: number): boolean {
  return text[tokens[from]!.start - 1] === '(' && text[tokens[to - 1]!.end] === ')'
}

export function scoreKnownNames(
  named: NameMatch | undefined,
  conventions: AddressConventions,
  { tokens, nameMatches, singleCase }: AnnotatedText,
  from: number,
  to: number,
): Partial<Record<NameKey, number>> {
  const known = named?.known
  const here = (countries: readonly string[] | undefined, weight: number) => {
    if (!countries) return 0
    return countries.includes(conventions.country ?? '') ? weight : weight * weights.knownElsewhere
  }
  const scores: Partial<Record<NameKey, number>> = {}
  const city = here(known?.city, weights.known.city) + (to - from > 1 ? 0.3 * (to - from - 1) : 0)
  if (known?.city) scores.city = city
  scores.suburb = here(known?.suburb, weights.known.suburb)
  let state = here(known?.state, weights.known.state)
  const written = singleCase || /^\p{Lu}/u.test(tokens[from]!.raw)
  const code = (countries: readonly string[] | undefined) => {
    if (!countries?.includes(conventions.country ?? '') || !written || from === 0) return 0
    const apart = to === tokens.length || tokens[to]!.hasDigit || tokens[to]!.gap === gaps.hard
    const near =
      apart || nameMatches.get(toRunKey(to, tokens.length))?.country === conventions.country
    return weights.known.code + (near ? 0.8 : -1.2)
  }
  state = Math.max(state, code(known?.stateCode))
  scores.county = Math.max(here(known?.county, weights.known.county), code(known?.countyCode))
  // "Budapest VIII."
  const roman = conventions.country === 'HU' && /^[IVX]{1,5}\.$/.test(tokens[from]!.raw)
  if (roman && to - from === 1 && nameMatches.get(toRunKey(from - 1, from))?.known?.city)
    scores.city_district = weights.districtWord
  if (known?.borough) scores.city_district = here(known.borough, weights.known.borough)
  if (state !== 0) scores.state = state
  return scores
}
