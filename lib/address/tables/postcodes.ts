import { countries } from './countries.ts'

const anyPostcode = '\\d{4,6}'
const defaultSpecificity = 0.15
const compiled = new Map<string, RegExp>()

/** ISO 3166-1 alpha-2. */
export const countriesWithPostcodes: readonly string[] = [...countries.keys()].filter(
  (country) => countries.get(country)!.postcode !== undefined,
)

export interface PostcodeMatch {
  /** UTF-16 units of a prefix before the code. */
  prefix: number
  /** 0 to 1: how clearly the form alone indicates the country. */
  specificity: number
}

/** Whether the whole text is a postcode of the country; 4 to 6 digits where the form is unknown. */
export function matchPostcode(
  text: string,
  country: string | undefined,
): PostcodeMatch | undefined {
  const { postcode = anyPostcode, postcodeSpecificity = defaultSpecificity } =
    countries.get(country ?? '') ?? {}
  let form = compiled.get(postcode)
  if (!form) {
    form = new RegExp(`^(?:${postcode})$`, 'iu')
    compiled.set(postcode, form)
  }
  // "1210 La Plata"
  const match = /\d ?\p{Lu}\p{Ll}$/u.test(text) ? null : form.exec(text)
  if (!match) return undefined
  const prefix = match.groups?.p ?? ''
  let specificity = postcodeSpecificity
  if (country === 'PT' && !text.includes('-')) specificity = 0.1
  if (/[A-Z]/i.test(prefix) || prefix === '〒') specificity = 1
  return { prefix: prefix.length, specificity }
}
