import { countries } from './countries.ts'

const anyPostcode = '\\d{4,6}'
const defaultSpecificity = 0.15
const compiled = new Map<string, RegExp>()

/** Countries whose form of postcodes is known, ISO 3166-1 alpha-2. */
export const countriesWithPostcodes: readonly string[] = [...countries.keys()].filter(
  (country) => countries.get(country)!.postcode !== undefined,
)

/** Countries by the form of their postcodes, which many share. */
const countriesByForm: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  countriesWithPostcodes,
  (country) => countries.get(country)!.postcode!,
)

export interface PostcodeMatch {
  /** Length of a prefix before the code, UTF-16 units. */
  prefix: number
  /** 0 to 1: how clearly the form alone indicates the country. */
  specificity: number
}

/** Matches a whole text as a postcode of the country; as 4 to 6 digits if the form is unknown. */
export function matchPostcode(
  text: string,
  country: string | undefined,
): PostcodeMatch | undefined {
  const { postcode = anyPostcode } = countries.get(country ?? '') ?? {}
  return toPostcodeMatch(text, matchForm(text, postcode), country)
}

/** Finds the countries whose postcodes have the form of the whole text. */
export function findPostcodeCountries(text: string): [country: string, PostcodeMatch][] {
  const found: [string, PostcodeMatch][] = []
  for (const [form, sharing] of countriesByForm) {
    const match = matchForm(text, form)
    if (!match) continue
    for (const country of sharing) {
      const postcode = toPostcodeMatch(text, match, country)
      if (postcode) found.push([country, postcode])
    }
  }
  return found
}

function matchForm(text: string, form: string): RegExpExecArray | null {
  let pattern = compiled.get(form)
  if (!pattern) {
    pattern = new RegExp(`^(?:${form})$`, 'iu')
    compiled.set(form, pattern)
  }
  return pattern.exec(text)
}

function toPostcodeMatch(
  text: string,
  match: RegExpExecArray | null,
  country: string | undefined,
): PostcodeMatch | undefined {
  // "1210 La Plata"
  if (!match || /\d ?\p{Lu}\p{Ll}$/u.test(text)) return undefined
  const prefix = match.groups?.p ?? ''
  let specificity = countries.get(country ?? '')?.postcodeSpecificity ?? defaultSpecificity
  if (country === 'PT' && !text.includes('-')) specificity = 0.1
  if (/[A-Z]/i.test(prefix) || prefix === '〒') specificity = 1
  return { prefix: prefix.length, specificity }
}
