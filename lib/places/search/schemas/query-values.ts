import * as z from 'zod'

/**
 * Decimal numbers; stricter than `Number`, which also takes hexadecimal and blank texts. Digits match in one way only:
 * in `\d+\.?\d*` a long run of them would be divided in each possible way.
 */
const numberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Reads a number from the text of a query string; other values are left to the schema. */
function readNumber(value: number | string): unknown {
  const text = typeof value === 'string' ? value.trim() : ''
  return numberPattern.test(text) ? Number(text) : value
}

/** A parameter that is a number from `min` to `max`. */
export function numberParameter(min: number, max: number) {
  return z.preprocess(readNumber, z.number().min(min).max(max))
}

/** A parameter that is a whole number from `min` to `max`. */
export function wholeParameter(min: number, max: number) {
  const whole = z.int({
    error: ({ code }) => (code === 'invalid_type' ? 'must be a whole number' : undefined),
  })
  return z.preprocess(readNumber, whole.min(min).max(max))
}

/** Documents a list as one comma-separated parameter. */
const withCommas = { style: 'form', explode: false } as const

/** An optional comma-separated parameter. Blank entries are ignored; one entry must be left. */
export function listParameter<Item extends z.ZodType>(
  item: Item,
  maxItems: number,
  description: string,
) {
  const read = (value: string | readonly z.input<Item>[]) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== '')
      : value
  return z
    .preprocess(read, z.array(item).min(1, 'must name at least one').max(maxItems))
    .optional()
    .meta({ description, param: withCommas })
}

export type Issue = { path: PropertyKey[]; message: string }

/** Issues of a parameter given under both of its names. */
export function aliasIssues(given: object, name: string, alias: string): Issue[] {
  const values = given as Record<string, unknown>
  if (values[name] === undefined || values[alias] === undefined) return []
  return [{ path: [alias], message: `is another name of ${name}: send one of the two` }]
}
