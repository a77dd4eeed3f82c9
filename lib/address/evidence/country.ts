import { conventionsOf, countriesWithConventions } from '../tables/conventions.ts'
import { countriesWithPostcodes, matchPostcode } from '../tables/postcodes.ts'
import { typeLast } from '../tables/street-words.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import { gaps } from '../tokens/tokens.ts'

/** How common addresses of a country are among those that say nothing of it. */
const prior: Readonly<Record<string, number>> = {
  US: 0.6,
  GB: 0.45,
  DE: 0.4,
  FR: 0.4,
  ES: 0.3,
  IT: 0.3,
  BR: 0.3,
  CA: 0.25,
  AU: 0.2,
  NL: 0.2,
  RU: 0.3,
  IN: 0.15,
  MX: 0.15,
  SE: 0.1,
  PL: 0.2,
  PT: 0.1,
  FI: 0.1,
  CH: 0.1,
  AT: 0.1,
  BE: 0.1,
  NZ: 0.15,
  ZA: 0.1,
  IE: 0.2,
  NO: 0.1,
  DK: 0.1,
  CZ: 0.1,
  AR: 0.1,
}

/** Letters that few languages write. */
const letters: readonly [RegExp, readonly string[]][] = [
  [/ß/, ['DE', 'AT']],
  [/[äöü]/i, ['DE', 'AT', 'CH', 'SE', 'FI', 'EE', 'TR', 'HU']],
  [/å/i, ['SE', 'NO', 'DK', 'FI']],
  [/[æø]/i, ['DK', 'NO']],
  [/[łąęśźżń]/i, ['PL']],
  [/[ěřů]/i, ['CZ']],
  [/[čšž]/i, ['CZ', 'SK', 'HR', 'SI', 'RS', 'LT', 'LV']],
  [/[őű]/i, ['HU']],
  [/[ãõ]/i, ['BR', 'PT']],
  [/ñ/i, ['ES', 'MX', 'AR', 'CL', 'CO', 'PE']],
  [/[ığş]/, ['TR']],
  [/[șță]/i, ['RO', 'MD']],
  [/[ыэъё]/i, ['RU', 'BY', 'KZ']],
  [/[їєґі]/i, ['UA']],
  [/\p{Script=Cyrillic}/u, ['RU', 'RU', 'UA', 'BG', 'BY', 'RS', 'KZ', 'MK']],
  [/\p{Script=Greek}/u, ['GR', 'GR', 'GR', 'CY']],
  [/[ạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựđ]/i, ['VN']],
]

/** Words of units, boxes and floors that tell the country. */
const words: readonly [RegExp, readonly string[]][] = [
  [/\bcedex\b/i, ['FR', 'FR', 'MC']],
  [/\bcol(?:onia|\.)\s/i, ['MX', 'MX']],
  [/\bc\.? ?p\.? ?\d{5}\b/i, ['MX', 'MX']],
  [/\bcep\b/i, ['BR', 'BR', 'BR']],
  [/\bstiege\b|\btop \d/i, ['AT', 'AT']],
  [/\bbte\b|\bbus \d/i, ['BE', 'BE']],
  [/\blok\.|\bm\. ?\d/i, ['PL', 'PL']],
  [/\blgh\b|\d tr\b/i, ['SE', 'SE']],
  [/\d\. ?(?:tv|th|mf)\b|\bsal\b/i, ['DK', 'DK']],
  [/\bapto\b|\bbloco\b|\bconj\b/i, ['BR', 'BR']],
  [/\besq\.?\b|\bdto\b|\bdt[ºo]\b/i, ['PT']],
  [/\bscala\b|\binterno\b/i, ['IT', 'IT']],
  [/\bpostboks\b/i, ['NO', 'DK']],
  [/\bpostbus\b/i, ['NL', 'BE']],
  [/\bpl \d+/i, ['FI']],
  [/\bzip\b/i, ['US', 'US']],
  [/\bpin\b|\bh\.? ?no\b|\bplot no\b/i, ['IN', 'IN']],
  [/\bcrore\b|\bnagar\b|\bmarg\b|\bopp\b/i, ['IN', 'IN']],
  [/\beircode\b|\bco\.? (?!op)/i, ['IE', 'IE']],
  [/\blocked bag\b|\bgpo box\b/i, ['AU', 'AU']],
  [/\bprivate bag\b/i, ['NZ', 'ZA']],
  [/\bdepto\b|\bpiso \d/i, ['AR', 'MX']],
  [/\bs\/n\b/i, ['ES', 'MX', 'BR']],
]

/**
 * The countries that a text may be of, the likeliest first, at most four, with how much speaks for each;
 * always at least one.
 */
export function likelyCountries(
  annotated: AnnotatedText,
  hint?: string,
): [string | undefined, number][] {
  const score = new Map<string, number>()
  const add = (country: string, weight: number) => {
    score.set(country, (score.get(country) ?? 0) + weight)
  }
  for (const country of countriesWithConventions()) add(country, prior[country] ?? 0)
  if (hint) add(hint, 3)
  byName(annotated, add)
  byPostcode(annotated, add)
  byStreetLanguage(annotated, add)
  for (const table of [letters, words]) {
    for (const [form, countries] of table) {
      if (form.test(annotated.text)) for (const country of countries) add(country, 0.7)
    }
  }
  return [...score].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 4)
}

type Add = (country: string, weight: number) => void

function byName({ text, tokens, nameMatches }: AnnotatedText, add: Add): void {
  for (const { from, to, known, country, coded } of nameMatches.values()) {
    const share = (countries: readonly string[] | undefined, weight: number) => {
      for (const one of countries ?? []) add(one, weight / Math.sqrt(countries!.length))
    }
    share(known?.city, 1.6)
    share(known?.state, 1.8)
    share(known?.county, 1.5)
    share(known?.suburb, 0.9)
    const raw = tokens[from]!.raw
    if (/^[A-Z]/.test(raw))
      for (const codes of [known?.stateCode, known?.countyCode]) share(codes, 0.8)
    const last = to === tokens.length
    const first = from === 0 && (tokens[to]?.gap ?? gaps.hard) === gaps.hard
    // In brackets stands a province: "Greve in Chianti (FI)".
    const bracketed = text[tokens[from]!.start - 1] === '('
    if (country && !(coded && bracketed)) {
      const hard = tokens[from]!.gap === gaps.hard
      if (last && !coded) add(country, hard ? 6 : 4.5)
      else if (last) add(country, raw.length > 2 ? (hard ? 3 : 1.5) : hard && !known ? 1.2 : 0.3)
      else if (first && !coded) add(country, 2)
      else if (!coded) add(country, 0.4)
    }
  }
}

function byPostcode({ text, tokens }: AnnotatedText, add: Add): void {
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= Math.min(from + 3, tokens.length); to++) {
      if (to - 1 > from && tokens[to - 1]!.gap === gaps.hard) break
      const raw = text.slice(tokens[from]!.start, tokens[to - 1]!.end)
      if (raw.length < 3 || raw.length > 12 || !/\d/.test(raw)) continue
      // A number at the very beginning is a house number.
      const weight = from === 0 && to < tokens.length ? 0.4 : 1
      for (const country of countriesWithPostcodes) {
        const match = matchPostcode(raw, country)
        if (match) add(country, match.telling * weight * (match.telling > 0.4 ? 3 : 1.5))
      }
    }
  }
}

/** Languages of street words, where a word stands so that it can be one in the language. */
function byStreetLanguage({ streetFacts, tokens }: AnnotatedText, add: Add): void {
  for (const [i, { type, compound }] of streetFacts.entries()) {
    const { text, gap } = tokens[i]!
    const following = tokens[i + 1]
    const opens = gap === gaps.hard || tokens[i - 1]!.hasDigit
    const goesOn =
      following !== undefined && following.gap !== gaps.hard && following.text.length > 1
    const known = type && text.length > 1 ? type.languages : []
    const languages = opens && goesOn ? known.filter((one) => !typeLast.has(one)) : [...known]
    if (compound && !type) languages.push('de', 'nl', 'sv', 'da', 'no', 'fi')
    if (languages.length === 0) continue
    for (const country of countriesWithConventions()) {
      const own = conventionsOf(country).languages
      const first = languages.includes(own[0] ?? '')
      const fits = first ? 1 : languages.some((language) => own.includes(language)) ? 0.7 : 0
      if (fits > 0) add(country, (fits * (type?.weak ? 0.3 : 1)) / Math.sqrt(languages.length))
    }
  }
}
