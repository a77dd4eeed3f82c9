/**
 * Forms of postcodes by ISO 3166-1 alpha-2, in letters of the address itself. A part in a group named
 * `p` is a prefix that is written but is not of the code ("D-10115", "〒100-0001", "CEP 01310-100").
 */
const forms: Readonly<Record<string, string>> = {
  AD: 'AD[ -]?[1-7]00',
  AR: '[A-HJ-NP-Z]?\\d{4}(?:[A-Z]{3})?',
  AT: '(?<p>A[ -])?[1-9]\\d{3}',
  AU: '\\d{4}',
  BA: '(?<p>BIH?[ -])?[78]\\d{4}',
  BD: '\\d{4}',
  BE: '(?<p>B[ -])?[1-9]\\d{3}',
  BG: '(?<p>BG[ -])?[1-9]\\d{3}',
  BR: '(?<p>CEP:? ?)?\\d{5}[ -]?\\d{3}',
  BY: '2\\d{5}',
  CA: '[ABCEGHJ-NPRSTVXY]\\d[A-Z][ -]?\\d[A-Z]\\d',
  CH: '(?<p>CH[ -])?[1-9]\\d{3}',
  CL: '\\d{3}[ -]?\\d{4}',
  CN: '[0-8]\\d{5}',
  CO: '\\d{6}',
  CR: '[1-7]\\d{4}',
  CY: '(?<p>CY[ -])?\\d{4}',
  CZ: '(?<p>CZ[ -])?[1-7]\\d{2} ?\\d{2}',
  DE: '(?<p>D(?:E)?[ -])?\\d{5}',
  DK: '(?<p>DK[ -])?\\d{4}',
  DZ: '\\d{5}',
  EC: '\\d{6}',
  EE: '\\d{5}',
  EG: '\\d{5}',
  ES: '(?<p>E[ -])?(?:0[1-9]|[1-4]\\d|5[0-2])\\d{3}',
  FI: '(?<p>(?:FI|FIN)[ -])?\\d{5}',
  FR: '(?<p>F(?:R)?[ -])?(?:\\d{5}|2[AB]\\d{3})',
  GB: '(?:GIR ?0AA|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[ABD-HJLNP-UW-Z]{2})',
  GR: '(?<p>GR[ -])?[1-8]\\d{2} ?\\d{2}',
  HR: '(?<p>HR[ -])?[1-5]\\d{4}',
  HU: '(?<p>H(?:U)?[ -])?[1-9]\\d{3}',
  ID: '[1-9]\\d{4}',
  IE: '(?:[AC-FHKNPRTV-Y]\\d{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}',
  IL: '\\d{5}(?:\\d{2})?',
  IN: '(?<p>PIN:? ?(?:code:? ?)?)?[1-9]\\d{2} ?\\d{3}',
  IS: '(?<p>IS[ -])?[1-9]\\d{2}',
  IT: '(?<p>I(?:T)?[ -])?\\d{5}',
  JP: '(?<p>〒 ?)?\\d{3}-\\d{4}',
  KE: '\\d{5}',
  KR: '\\d{5}',
  KZ: '0\\d{5}',
  LI: '(?<p>(?:FL|LI)[ -])?94(?:8[5-9]|9[0-8])',
  LT: '(?:LT-?)\\d{5}',
  LU: '(?<p>L(?:U)?[ -])?[1-9]\\d{3}',
  LV: 'LV-\\d{4}',
  MA: '[1-9]\\d{4}',
  MC: '(?<p>MC[ -])?980\\d{2}',
  MD: 'MD-?\\d{4}',
  ME: '8[145]\\d{3}',
  MT: '[A-Z]{3} ?\\d{4}',
  MX: '(?<p>C\\.? ?P\\.? ?)?\\d{5}',
  MY: '\\d{5}',
  NG: '\\d{6}',
  NL: '(?<p>NL[ -])?[1-9]\\d{3} ?[A-Z]{2}',
  NO: '(?<p>(?:NO?)[ -])?\\d{4}',
  NZ: '\\d{4}',
  PE: '(?:LIMA ?)?\\d{5}',
  PH: '\\d{4}',
  PK: '\\d{5}',
  PL: '(?<p>PL[ -])?\\d{2}-\\d{3}',
  PT: '(?<p>P(?:T)?[ -])?\\d{4}(?:-\\d{3})?',
  RO: '(?<p>RO[ -])?\\d{6}',
  RS: '(?:\\d{5}|[1-3]\\d{4})',
  RU: '[1-6]\\d{5}',
  SA: '\\d{5}(?:-\\d{4})?',
  SE: '(?<p>(?:SE?)[ -])?[1-9]\\d{2} ?\\d{2}',
  SG: '(?<p>S\\(?)?\\d{6}',
  SI: '(?<p>SI[ -])?[1-9]\\d{3}',
  SK: '(?<p>SK[ -])?[089]\\d{2} ?\\d{2}',
  SM: '4789\\d',
  TH: '[1-9]\\d{4}',
  TN: '\\d{4}',
  TR: '(?:0[1-9]|[1-8]\\d)\\d{3}',
  TW: '\\d{3}(?:-?\\d{2,3})?',
  UA: '(?:0[1-9]|[1-9]\\d)\\d{3}',
  US: '\\d{5}(?:[ -]\\d{4})?',
  UY: '\\d{5}',
  VA: '00120',
  VN: '\\d{5,6}',
  ZA: '\\d{4}',
}

/** A form so particular that it names its country, or its few countries, by itself: 0 to 1. */
const telling: Readonly<Record<string, number>> = {
  AD: 1,
  BR: 0.7,
  CA: 1,
  GB: 1,
  IE: 0.9,
  JP: 0.8,
  LI: 0.6,
  LT: 0.9,
  LV: 1,
  MC: 0.7,
  MD: 0.9,
  MT: 0.5,
  NL: 0.8,
  PL: 0.7,
  PT: 0.7,
}

const unknownForm = '\\d{4,6}'
const compiled = new Map<string, RegExp>()

/** Countries whose postcodes are known. */
export const countriesWithPostcodes: readonly string[] = Object.keys(forms)

export interface PostcodeMatch {
  /** Units of a prefix before the code. */
  prefix: number
  /** How much the form alone speaks for the country, 0 to 1. */
  telling: number
}

/** Whether all of a text is a postcode of the country; of an unknown country any 4 to 6 figures. */
export function matchPostcode(
  text: string,
  country: string | undefined,
): PostcodeMatch | undefined {
  const key = country ?? ''
  let form = compiled.get(key)
  if (!form) {
    form = new RegExp(`^(?:${forms[key] ?? unknownForm})$`, 'iu')
    compiled.set(key, form)
  }
  const match = form.exec(text)
  if (!match) return undefined
  const prefix = match.groups?.p ?? ''
  let weight = telling[key] ?? 0.15
  if (key === 'PT' && !text.includes('-')) weight = 0.1
  if (/[A-Z]/i.test(prefix) || prefix === '〒') weight = 1
  return { prefix: prefix.length, telling: weight }
}
