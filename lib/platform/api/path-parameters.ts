import * as z from 'zod'

/** Lists the parameter names of a path such as `/v1/geocoding/jobs/{job_id}`, in order. */
export function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}

/** Replaces the parameters of a path with percent-encoded values. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

/**
 * Checks that the segments of a path are lower-case words and parameters, and that each parameter is a field of the
 * input and used once.
 *
 * @throws TypeError naming the path when they are not.
 */
export function checkPath(path: string, input: z.ZodType): void {
  const names = listPathParameters(path)
  const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const isWellFormed = /^\/v1(\/([a-z0-9-]+|\{[a-z][a-z0-9_]*\}))+$/.test(path)
  if (!isWellFormed || new Set(names).size < names.length) throw new TypeError(`${path} is no path`)
  const unknown = names.find((name) => !fields.includes(name))
  if (unknown) throw new TypeError(`${path}: the input has no field "${unknown}"`)
}
