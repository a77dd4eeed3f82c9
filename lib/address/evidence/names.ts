import { fold } from '../../text/index.ts'
import type { AddressConventions } from '../tables/conventions.ts'
import { venueWords } from '../tables/designator-words.ts'
import { knownName } from '../tables/known-names.ts'
import { isTownWord, kindScores } from '../tables/name-words.ts'
import { type AnnotatedText, type NameMatch, runKey } from '../tokens/annotate.ts'
import { gaps, type Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** What a name may be by itself. */
export type NameKey = keyof typeof weights.unknown

/** How much a name is that of a quarter or town, when it might be that of a street. */
export function placeNameScore(
  annotated: AnnotatedText,
  { country }: AddressConventions,
  from: number,
  to: number,
): number {
  const { tokens } = annotated
  const known = nameMatchOf(annotated, from, to)?.known
  const said = to - from > 1 ? kindScores(tokens[from]!.text, tokens[to - 1]!.text) : {}
  const place = known?.suburb?.includes(country ?? '') || known?.city?.includes(country ?? '')
  return Math.max(place ? weights.placeAsRoad : 0, said.suburb ? weights.placeAsRoad : 0)
}

/** "Montalcino SI": the last word is the code of a state or province. */
export function endsInCode(
  { tokens, nameMatches, singleCase }: AnnotatedText,
  { country }: AddressConventions,
  from: number,
  to: number,
) {
  if (to - from < 2 || singleCase || !/^\p{Lu}{2,3}$/u.test(tokens[to - 1]!.raw)) return false
  const known = nameMatches.get(runKey(to - 1, to))?.known
  return [known?.stateCode, known?.countyCode].some(
    (countries) => countries?.includes(country ?? '') ?? false,
  )
}

/** "Berlin-Friedenau": a known town with its quarter. */
function hyphened(tokens: readonly Token[], from: number, to: number): NameMatch | undefined {
  const [town = '', ...rest] = to - from === 1 ? tokens[from]!.raw.split('-') : []
  if (town.length < 3 || rest.length === 0) return undefined
  const city = knownName(fold(town))?.city
  return (
    city && { from, to, folded: town, known: { city }, told: [], country: undefined, coded: false }
  )
}

/** What is known of a name, or of it without the word that says what it is ("г. Москва"). */
export function nameMatchOf(
  { tokens, nameMatches }: AnnotatedText,
  from: number,
  to: number,
): NameMatch | undefined {
  const known = nameMatches.get(runKey(from, to))
  const joined = known ? undefined : hyphened(tokens, from, to)
  if (joined) return joined
  if (known || to - from < 2 || !isTownWord(tokens[from]!.text)) return known
  const rest = nameMatches.get(runKey(from + 1, to))
  return rest && { ...rest, from, country: undefined }
}

export function kindWordScores(tokens: readonly Token[], from: number, to: number) {
  const first = tokens[from]!.text.split(' ')[0]!
  const last = tokens[to - 1]!.text
  const more = to - from > 1 || first !== last
  let venue = 0
  const alone = to - from === 1 && !(closesBefore(tokens, from) && closesBefore(tokens, to))
  for (let i = from; i < to && !alone; i++) {
    if (venueWords.has(tokens[i]!.text)) venue = weights.venueWord
  }
  return { ...(more ? kindScores(first, last) : {}), venue }
}

const closesBefore = (tokens: readonly Token[], at: number) =>
  at === tokens.length || tokens[at]!.gap === gaps.hard

/** "Dublin 4", "Praha 1", "København K": a known town with the number or letter of its district. */
export function numberedTownScore(
  { tokens }: AnnotatedText,
  from: number,
  to: number,
  { country }: AddressConventions,
): number {
  const last = tokens[to - 1]!
  if (to - from < 2 || !/^(?:\d{1,2}(?:er|e|eme|o)?|[A-Z]{1,2}|cedex)$/i.test(last.raw)) return 0
  const town = knownName(foldedRun(tokens, from, to - 1))?.city
  if (!town?.includes(country ?? '')) return 0
  if (/^cedex$/i.test(last.raw)) return weights.known.city + 1.5
  if (last.hasDigit) return weights.known.city + 1.6
  return country === 'DK' ? weights.known.city + 0.6 : 0
}

function foldedRun(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
}

export function isBracketed({ text, tokens }: AnnotatedText, from: number, to: number): boolean {
  return text[tokens[from]!.start - 1] === '(' && text[tokens[to - 1]!.end] === ')'
}

export function knownNameScores(
  named: NameMatch | undefined,
  conventions: AddressConventions,
  { tokens, singleCase }: AnnotatedText,
  from: number,
  to: number,
): Partial<Record<NameKey, number>> {
  if (!named) return {}
  const { known, told } = named
  const here = (countries: readonly string[] | undefined, weight: number) => {
    if (!countries) return 0
    return countries.includes(conventions.country ?? '') ? weight : weight * weights.knownElsewhere
  }
  const scores: Partial<Record<NameKey, number>> = {}
  const city = here(known?.city, weights.known.city) + (to - from > 1 ? 0.3 * (to - from - 1) : 0)
  if (known?.city) scores.city = city
  if (told.includes('locality')) scores.city = Math.max(scores.city ?? 0, weights.told.city)
  scores.suburb = Math.max(
    here(known?.suburb, weights.known.suburb),
    told.includes('neighbourhood') ? weights.told.suburb : 0,
  )
  scores.county = Math.max(
    here(known?.county, weights.known.county),
    told.includes('county') ? weights.told.county : 0,
  )
  let state = here(known?.state, weights.known.state)
  const written = singleCase || /^\p{Lu}/u.test(tokens[from]!.raw)
  const code = (countries: readonly string[] | undefined) => {
    if (!countries?.includes(conventions.country ?? '') || !written || from === 0) return 0
    const near = to === tokens.length || tokens[to]!.hasDigit || tokens[to]!.gap === gaps.hard
    return weights.known.code + (near ? 0.8 : -1.2)
  }
  state = Math.max(state, code(known?.stateCode))
  scores.county = Math.max(scores.county ?? 0, code(known?.countyCode))
  if (known?.borough) scores.city_district = here(known.borough, weights.known.borough)
  if (told.includes('region')) state = Math.max(state, weights.told.state)
  if (state !== 0) scores.state = state
  return scores
}
