import * as z from 'zod'

/**
 * Bounds a number. The engine silently replaces values out of its range by its default, so the schema enforces the
 * range.
 */
function limitRange(schema: z.ZodNumber | z.ZodInt, least: number, most: number) {
  return schema.min(least).max(most)
}

/** Makes a schema for a cost or penalty in seconds. */
export function seconds(fallback: number, description: string) {
  return limitRange(z.number(), 0, 43_200).optional().meta({ description, default: fallback })
}

/** Makes a schema for a multiplier of cost. */
export function factor(fallback: number, description: string) {
  return limitRange(z.number(), 0.1, 100_000).optional().meta({ description, default: fallback })
}

/** Makes a schema for a preference from 0 (avoid) to 1 (prefer). */
export function preference(fallback: number, description: string) {
  return limitRange(z.number(), 0, 1).optional().meta({ description, default: fallback })
}

export function measure(least: number, most: number, fallback: number, description: string) {
  return limitRange(z.number(), least, most).optional().meta({ description, default: fallback })
}

export function whole(least: number, most: number, fallback: number, description: string) {
  return limitRange(z.int(), least, most).optional().meta({ description, default: fallback })
}

export function flag(description: string) {
  return z.boolean().optional().meta({ description, default: false })
}
