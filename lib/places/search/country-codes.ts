import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }

const alpha3OfAlpha2 = new Map<string, string>()
const alpha2OfAlpha3 = new Map<string, string>()
for (const [alpha2, alpha3] of codes as unknown as [string, string][]) {
  alpha3OfAlpha2.set(alpha2, alpha3)
  alpha2OfAlpha3.set(alpha3, alpha2)
}

/** Codes that ISO 3166-1 leaves to its users, for areas of a data set that are no country. */
const userAssigned = /^(X[A-Z]{2}|Q[M-Z][A-Z]|AAA|ZZ[A-Z])$/

/** ISO 3166-1 alpha-3 of a code of two or three letters in any case; undefined for an unknown code. */
export function alpha3Of(code: string): string | undefined {
  const upper = code.toUpperCase()
  return userAssigned.test(upper) ? upper : assignedAlpha3Of(upper)
}

/** The same without the codes that are left to users; `code` in capitals. */
export function assignedAlpha3Of(code: string): string | undefined {
  return alpha2OfAlpha3.has(code) ? code : alpha3OfAlpha2.get(code)
}

/** ISO 3166-1 alpha-2 of an alpha-3 code; undefined for an unknown one. */
export function alpha2Of(alpha3: string): string | undefined {
  return alpha2OfAlpha3.get(alpha3)
}

/** Alpha-2 codes of all countries. */
export function allAlpha2(): Iterable<string> {
  return alpha3OfAlpha2.keys()
}
