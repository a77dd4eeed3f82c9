import * as z from 'zod'

/** The engine replaces what is out of its range by its default, silently; so the ranges are ours to keep. */
function bounded(schema: z.ZodNumber | z.ZodInt, least: number, most: number) {
  return schema.min(least).max(most)
}

/** A cost or penalty in seconds. */
export function seconds(fallback: number, description: string) {
  return bounded(z.number(), 0, 43_200).optional().meta({ description, default: fallback })
}

/** A multiplier of cost. */
export function factor(fallback: number, description: string) {
  return bounded(z.number(), 0.1, 100_000).optional().meta({ description, default: fallback })
}

/** From 0, avoid, to 1, prefer. */
export function preference(fallback: number, description: string) {
  return bounded(z.number(), 0, 1).optional().meta({ description, default: fallback })
}

export function measure(least: number, most: number, fallback: number, description: string) {
  return bounded(z.number(), least, most).optional().meta({ description, default: fallback })
}

export function whole(least: number, most: number, fallback: number, description: string) {
  return bounded(z.int(), least, most).optional().meta({ description, default: fallback })
}

export function flag(description: string) {
  return z.boolean().optional().meta({ description, default: false })
}
