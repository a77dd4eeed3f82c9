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

/** A text that says something; one of blanks only does not. */
export function textParameter(most: number) {
  return z
    .string()
    .max(most)
    .refine((text) => text.trim() !== '', 'must not be blank')
}
