import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }

const alpha3s = new Map<string, string>()
const alpha2s = new Map<string, string>()
for (const [alpha2, alpha3] of codes as unknown as [string, string][]) {
  alpha3s.set(alpha2, alpha3)
  alpha2s.set(alpha3, alpha2)
}

/**
 * ISO 3166-1 alpha-3 of a code of two or three letters in any case; undefined when no country has it.
 * Codes that the standard leaves to its users (`XAA` to `XZZ`, `QMA` to `QZZ`, `AAA`, `ZZA` to `ZZZ`)
 * stand for what the data set calls so.
 */
export function alpha3Of(code: string): string | undefined {
  const upper = code.toUpperCase()
  if (alpha2s.has(upper) || /^(X[A-Z]{2}|Q[M-Z][A-Z]|AAA|ZZ[A-Z])$/.test(upper)) return upper
  return alpha3s.get(upper)
}

/** ISO 3166-1 alpha-2 of an alpha-3 code; undefined where there is none. */
export function alpha2Of(alpha3: string): string | undefined {
  return alpha2s.get(alpha3)
}
