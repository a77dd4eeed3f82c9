import * as z from 'zod'

/** Numbers as they are written by hand and by programs; not what else `Number` takes for one. */
const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A number in a query string, where all is text; other values are left for the schema behind it. */
function readNumber(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : ''
  return numberPattern.test(text) ? Number(text) : value
}

/** A parameter that is a number from `least` to `most`. */
export function numberParameter(least: number, most: number) {
  return z.preprocess(readNumber, z.number().min(least).max(most))
}

/** A parameter that is a whole number from `least` to `most`. */
export function wholeParameter(least: number, most: number) {
  const whole = z.int({
    error: ({ code }) => (code === 'invalid_type' ? 'must be a whole number' : undefined),
  })
  return z.preprocess(readNumber, whole.min(least).max(most))
}

/** Documents a list as one parameter with commas in it. */
const withCommas = { style: 'form', explode: false } as const

/** A parameter, not required, that is a list with commas; empty entries do not count, and one must be left. */
export function listParameter<Item extends z.ZodType>(
  item: Item,
  most: number,
  description: string,
) {
  const read = (value: unknown) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== '')
      : value
  return z
    .preprocess(read, z.array(item).min(1, 'must name at least one').max(most))
    .optional()
    .meta({ description, param: withCommas })
}

/**
 * Characters the texts of one request may have together: percent-encoded they take up to 9 bytes each,
 * so that they pass in a query string with room for everything else. A search looks at fewer.
 */
export const maxTextCharacters = 800

/** A text that says something; one of blanks only does not. */
export function textParameter() {
  return z
    .string()
    .max(maxTextCharacters)
    .refine((text) => text.trim() !== '', 'must not be blank')
}

/** What is wrong with texts that are each short enough, but not together. */
export function lengthIssues(
  texts: Readonly<Record<string, string | undefined>>,
): { path: PropertyKey[]; message: string }[] {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  const length = given.reduce((sum, [, text]) => sum + text!.length, 0)
  if (length <= maxTextCharacters) return []
  const names = given.map(([name]) => name).join(', ')
  const message = `must have at most ${maxTextCharacters} characters, together with the other texts: ${names}`
  return [{ path: [given[0]![0]], message }]
}
