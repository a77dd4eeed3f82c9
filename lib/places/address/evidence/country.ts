import signs from '../../../../data/address/country-signs.json' with { type: 'json' }
import { findConventions, listConventionCountries } from '../tables/conventions.ts'
import { countries } from '../tables/countries.ts'
import { findPostcodeCountries } from '../tables/postcodes.ts'
import { typeLast } from '../tables/street-words.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import { gaps } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** Letters or words that indicate countries, with weights by alpha-2. */
interface CountrySign {
  pattern: string
  matchCase?: boolean
  countries: Readonly<Partial<Record<string, number>>>
}

let compiledSigns: readonly (readonly [pattern: RegExp, weights: [string, number][]])[] | undefined

function loadSigns() {
  const all: readonly CountrySign[] = [...signs.letters, ...signs.words]
  return all.map(
    ({ pattern, matchCase, countries }) =>
      [
        new RegExp(pattern, matchCase ? 'u' : 'iu'),
        Object.entries(countries).map(([country, weight = 0]): [string, number] => [
          country,
          weight,
        ]),
      ] as const,
  )
}

const maxCountries = 4
/** Maximum difference in evidence from the likeliest country; countries with less evidence are left out. */
const maxEvidenceGap = 3
const hintScore = 3

export interface ScoredCountry {
  /** ISO 3166-1 alpha-2. */
  country: string
  score: number
}

/** Ranks the likeliest countries of a text, best first. Returns at least one. */
export function rankCountries(annotated: AnnotatedText, hint?: string): ScoredCountry[] {
  const scores = new Map<string, number>()
  const add: AddScore = (country, score) => {
    scores.set(country, (scores.get(country) ?? 0) + score)
  }
  for (const country of listConventionCountries()) add(country, countries.get(country)?.prior ?? 0)
  if (hint) add(hint, hintScore)
  scoreByName(annotated, add)
  scoreByPostcode(annotated, add)
  scoreByStreetLanguage(annotated, add)
  compiledSigns ??= loadSigns()
  for (const [pattern, countryWeights] of compiledSigns) {
    if (!pattern.test(annotated.text)) continue
    for (const [country, weight] of countryWeights) add(country, weight * weights.countrySign)
  }
  const minScore = Math.max(...scores.values()) - maxEvidenceGap
  return [...scores]
    .filter(([, score]) => score >= minScore)
    .map(([country, score]) => ({ country, score }))
    .sort((a, b) => b.score - a.score || (a.country < b.country ? -1 : 1))
    .slice(0, maxCountries)
}

type AddScore = (country: string, score: number) => void

function scoreByName(
  { text, tokens, nameMatches, singleCase }: AnnotatedText,
  add: AddScore,
): void {
  for (const { from, to, known, country, coded, closes } of nameMatches.values()) {
    const share = (countries: readonly string[] | undefined, weight: number) => {
      for (const country of countries ?? []) {
        add(country, weight / Math.sqrt(countries!.length))
      }
    }
    share(known?.city, 1.6)
    share(known?.state, 1.8)
    share(known?.county, 1.5)
    share(known?.suburb, 0.9)
    const raw = tokens[from]!.raw
    const lastCode = singleCase && from > 0 && (to === tokens.length || tokens[to]!.isNumber)
    if (/^[A-Z]/.test(raw) || lastCode)
      for (const codes of [known?.stateCode, known?.countyCode]) share(codes, 0.8)
    const last = to === tokens.length || (closes && !coded)
    const first = from === 0 && (tokens[to]?.gap ?? gaps.hard) === gaps.hard
    // A code in brackets is a province: "Greve in Chianti (FI)".
    const bracketed = text[tokens[from]!.start - 1] === '('
    if (country && !(coded && bracketed)) {
      const hard = tokens[from]!.gap === gaps.hard
      // "Armenia" in Colombia
      const city = known?.city && !known.city.includes(country)
      if (last && !coded) add(country, city ? 3 : hard ? 6 : 4.5)
      else if (last) add(country, raw.length > 2 ? (hard ? 3 : 1.5) : hard && !known ? 1.2 : 0.3)
      else if (first && !coded) add(country, 2)
      else if (!coded) add(country, 0.4)
    }
  }
}

function scoreByPostcode({ text, tokens }: AnnotatedText, add: AddScore): void {
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= Math.min(from + 3, tokens.length); to++) {
      if (to - 1 > from && tokens[to - 1]!.gap === gaps.hard) break
      const raw = text.slice(tokens[from]!.start, tokens[to - 1]!.end)
      if (raw.length < 3 || raw.length > 12 || !/\d/.test(raw)) continue
      // A number at the very beginning is more likely a house number.
      const weight = from === 0 && to < tokens.length ? 0.4 : 1
      for (const [country, { specificity }] of findPostcodeCountries(raw)) {
        add(country, specificity * weight * (specificity > 0.4 ? 3 : 1.5))
      }
    }
  }
}

/** Adds the languages of street types that stand where their language puts them. */
function scoreByStreetLanguage({ streetFacts, tokens }: AnnotatedText, add: AddScore): void {
  for (const [i, { type, compound }] of streetFacts.entries()) {
    const { text, gap } = tokens[i]!
    const following = tokens[i + 1]
    const startsName = gap === gaps.hard || tokens[i - 1]!.hasDigit
    const nameFollows =
      following !== undefined && following.gap !== gaps.hard && following.text.length > 1
    const known = type && text.length > 1 ? type.languages : []
    const languages =
      startsName && nameFollows ? known.filter((language) => !typeLast.has(language)) : [...known]
    if (compound && !type) languages.push('de', 'nl', 'sv', 'da', 'no', 'fi')
    if (languages.length === 0) continue
    for (const country of listConventionCountries()) {
      const own = findConventions(country).languages
      const first = languages.includes(own[0] ?? '')
      const fits = first ? 1 : languages.some((language) => own.includes(language)) ? 0.7 : 0
      if (fits > 0) add(country, (fits * (type?.weak ? 0.3 : 1)) / Math.sqrt(languages.length))
    }
  }
}
