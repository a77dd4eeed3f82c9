import type { ComponentKey } from '../components.ts'
import {
  endsInRegion,
  findNameMatch,
  isBracketed,
  type NameKey,
  scoreKindWords,
  scoreKnownNames,
  scoreNumberedTown,
  scorePlaceName,
} from '../evidence/names.ts'
import {
  hasLeadingVenue,
  hasLooseWords,
  isStreetOpening,
  isStreetStart,
  scoreVenueOpening,
} from '../evidence/openings.ts'
import { scoreStreet } from '../evidence/street.ts'
import { hasStreetInside, isOwnType, scoreIncompleteStreet } from '../evidence/street-parts.ts'
import type { AddressConventions } from '../tables/conventions.ts'
import { measureNumberDesignator } from '../tables/designators.ts'
import { isKindWord } from '../tables/name-words.ts'
import type { AnnotatedText, NameMatch } from '../tokens/annotate.ts'
import { gaps, type Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'
import type { AddCandidate } from './candidate.ts'

/** Maximum tokens in a name. */
const maxNameTokens = 9

/** Adds runs of tokens that may be the name of a street, a building, an area or a country. */
export function addNames(
  annotated: AnnotatedText,
  conventions: AddressConventions,
  add: AddCandidate,
): void {
  const { tokens } = annotated
  for (let from = 0; from < tokens.length; from++) {
    const opens = isStreetOpening(annotated, from, conventions)
    for (let to = from + 1; to <= Math.min(from + maxNameTokens, tokens.length); to++) {
      if (to - 1 > from && tokens[to - 1]!.gap === gaps.hard) break
      addName(annotated, conventions, { from, to, opens }, add)
    }
  }
}

function addName(
  annotated: AnnotatedText,
  conventions: AddressConventions,
  { from, to, opens }: { from: number; to: number; opens: boolean },
  add: AddCandidate,
): void {
  const { tokens, streetFacts } = annotated
  const count = to - from
  const { start } = tokens[from]!
  const end = findValueEnd(annotated, to)
  const raw = annotated.text.slice(start, end)
  if (tokens[to - 1]!.text === '#') return
  // A bare designator such as "č.p." is not a name.
  if (count < 3 && raw.length < 12 && measureNumberDesignator(raw) === raw.length) return
  const named = findNameMatch(annotated, from, to)
  const numbers = countNumbers(tokens, from, to)
  const long = weights.longName * Math.max(0, count - 3)
  const street = scoreStreet(tokens, streetFacts, from, to, conventions)
  const designated = annotated.designated.some((span) => span.start === start && span.end === end)
  const alone = tokens[from - 1]?.hasDigit && tokens[from]!.gap < gaps.hard
  const kind = alone && isKindWord(tokens[from]!.text) ? weights.kindAlone : 0
  const penalty = kind + (designated ? weights.designatedAsName : 0)
  const put = (key: ComponentKey, score: number, clear = false) =>
    add({ key, from, to, start, end, score: score - penalty, clear })

  if (count > numbers || streetFacts[from]!.type || count > 1) {
    const broken = isInsideRange(tokens, to) ? weights.brokenRange : 0
    const elsewhere = street > 2 ? 0 : scorePlaceName(annotated, conventions, from, to)
    const venue = hasLeadingVenue(annotated, conventions, from, to) ? weights.venueInRoad : 0
    const loose =
      street > 0 && hasLooseWords(annotated, conventions, from, to) ? weights.looseWords : 0
    const quarter = conventions.quarters === 1 && street <= 0 ? weights.quarters : 0
    const against =
      elsewhere +
      broken +
      venue +
      loose +
      quarter +
      scoreIncompleteStreet(annotated, conventions, from, to)
    const score = weights.unknown.road + street - against - long * 0.5
    put('road', score, opens || (street > 0 && isStreetStart(annotated, conventions, from, to)))
  }
  if (count === 1 && !conventions.numberFirst && /^[A-Z]\d{1,2}$/.test(raw) && from === 0) {
    put('road', weights.block)
  }
  if (numbers === count) return
  const streetness = street > weights.weakType ? street * 0.5 : 0
  const words = scoreKindWords(tokens, from, to)
  // "8e arrondissement"
  const numberPenalty = words.city_district && tokens[from]!.hasDigit ? 0 : numbers * 1.2
  const base: Record<NameKey, number> = { ...weights.unknown }
  const known = scoreKnownNames(named, conventions, annotated, from, to)
  const region = endsInRegion(annotated, conventions, from, to) ? weights.endsInRegion : 0
  const holds = hasStreetInside(annotated, conventions, from, to) ? weights.streetInside : 0
  const score = (key: NameKey, extra: number) =>
    base[key] + extra + (known[key] ?? 0) - long - numberPenalty - streetness - region - holds
  const bracket = isBracketed(annotated, from, to)
  const wider = words.state || words.county ? weights.widerKind : 0
  const district = words.city_district ? weights.widerKind : 0
  const town = scoreNumberedTown(annotated, from, to, conventions) + (words.city ?? 0) - wider
  put('city', score('city', town + (bracket ? weights.bracketed.city : 0)))
  put(
    'suburb',
    score(
      'suburb',
      (words.suburb ?? 0) - wider - district + (bracket ? weights.bracketed.suburb : 0),
    ),
  )
  if (known.state || words.state) put('state', score('state', words.state ?? 0))
  const inBrackets = bracket ? weights.bracketed.county : 0
  if (known.county || words.county) put('county', score('county', (words.county ?? 0) + inBrackets))
  if (words.city_district || known.city_district) {
    put('city_district', score('city_district', words.city_district ?? 0))
  }
  const venue =
    words.venue + scoreVenueOpening(annotated, conventions, from, to) - long * 0.6 - numbers * 0.6
  const bare = count === 1 && isOwnType(streetFacts[from]!, conventions)
  put(
    'house',
    base.house + venue - holds - streetness * 1.6 - (bare ? weights.bareType : 0),
    words.venue > 0,
  )
  if (named?.country) addCountry(annotated, named, conventions, put)
}

/** Checks whether the tokens before and at `at` are the ends of a range: "5-7". */
function isInsideRange(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.gap === gaps.dash && tokens[at]!.hasDigit && tokens[at - 1]!.isNumber
}

/** Returns the end of the value. A final dot belongs to an abbreviation; after a full word it ends the sentence. */
function findValueEnd({ tokens, text }: AnnotatedText, to: number): number {
  const { end, raw } = tokens[to - 1]!
  if (
    text[end] === ')' &&
    text[tokens[to - 1]!.start - 1] === '(' &&
    tokens[to - 1]!.gap < gaps.hard
  ) {
    return end + 1
  }
  const sentence = to === tokens.length && raw.endsWith('.') && raw.length > 5
  return sentence && text.length - end < 2 ? end - 1 : end
}

function countNumbers(tokens: readonly Token[], from: number, to: number): number {
  let numbers = 0
  for (let i = from; i < to; i++) if (tokens[i]!.hasDigit) numbers++
  return numbers
}

function addCountry(
  { text, tokens }: AnnotatedText,
  { from, to, country, coded, closes }: NameMatch,
  conventions: AddressConventions,
  put: (key: ComponentKey, score: number) => void,
): void {
  let score: number = coded ? weights.countryCode : weights.country
  const opens = from === 0 || (from === 1 && /^\d{5,6}$/.test(tokens[0]!.raw))
  if (!closes) score -= opens ? 1.5 : 4
  if (from > 0 && tokens[from]!.gap !== gaps.hard) score -= coded ? 0.6 : 0.3
  if (country !== conventions.country) score -= 4
  if (coded && text[tokens[from]!.start - 1] === '(') score -= 3
  if (tokens.length === to - from) score -= 1
  put('country', score + weights.unknown.road)
}
