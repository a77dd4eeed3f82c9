/** Longer texts are cut: a request is said in fewer characters, and every step is linear in them. */
const maxCharacters = 4000

const variants: readonly (readonly [RegExp, string])[] = [
  // `Encamp–Canillo`: a long dash leads from a place to the next, a hyphen is part of a name.
  [/(?<=\p{L})[\u2013\u2014](?=\p{L})/gu, ' - '],
  [/[\u2018\u2019\u02bc\u00b4`\uff07]/g, "'"],
  [/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"'],
  [/[\u2010\u2011\u2012\u2013\u2014\u2212]/g, '-'],
  [/[\u00a0\u2007\u2009\u202f\t\f\v]/g, ' '],
  [/\r\n?|[\u2028\u2029]/g, '\n'],
]

/** Longer runs of blanks and line ends say no more, and patterns of coordinates would try each of them. */
const longBlank = /\s{4,}/g

/** One form of quotes, dashes, blanks and line ends; letters stay as typed. */
export function normalise(text: string): string {
  let normal = text.slice(0, maxCharacters).normalize('NFC')
  for (const [variant, plain] of variants) normal = normal.replace(variant, plain)
  return normal.replace(longBlank, (blank) => (blank.includes('\n') ? '\n\n' : '   '))
}
