import { countryNamed } from '../geocoding/index.ts'
import { fold } from '../text/index.ts'

/** Whether a text is a name or code of the country (ISO 3166-1 alpha-3). */
export function namesCountry(text: string, countryCode: string): boolean {
  return countryNamed(fold(text)) === countryCode
}
