import isoCountries from 'i18n-iso-countries'
import { countriesWithPostcodes, matchPostcode } from '#places/address'
import { cleanName } from './names.ts'

const checkedCountries: ReadonlySet<string> = new Set(countriesWithPostcodes)

/**
 * Formats a postcode as its country writes it: `AD500` for `500` and `ad 500`. Returns undefined for lists of codes
 * and for codes that are invalid in the country.
 *
 * @param country ISO 3166-1 alpha-3, or empty.
 */
export function cleanPostcode(value: string | undefined, country: string): string | undefined {
  const code = cleanName(value).toUpperCase()
  if (!/^(?=.*\d|[A-Z]{4,})[\p{L}\p{N}][\p{L}\p{N} -]{0,10}[\p{L}\p{N}]$/u.test(code))
    return undefined
  const alpha2 = isoCountries.alpha3ToAlpha2(country)
  if (!alpha2 || !checkedCountries.has(alpha2)) return code
  for (const form of [code, `${alpha2}${code}`, `${alpha2}-${code}`]) {
    const match = matchPostcode(form, alpha2)
    if (!match) continue
    const written = form.slice(match.prefix)
    return written.startsWith(alpha2) ? written.replaceAll(' ', '') : written
  }
  return undefined
}
