import { countryNamed } from '#places/search'
import { fold } from '#places/text'

/** Checks whether a text is a name or code of the country (ISO 3166-1 alpha-3). */
export function isCountryName(text: string, countryCode: string): boolean {
  return countryNamed(fold(text)) === countryCode
}
