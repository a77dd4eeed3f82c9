import * as z from 'zod'

/** Names of the parameters of a path such as `/v1/geocoding/jobs/{job_id}`, in order. */
export function pathParameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}

/** The path with the percent-encoded values in place of its parameters. */
export function pathWith(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

/**
 * Checks that the segments of a path are lower-case words and parameters, each a field of the input and used once.
 *
 * @throws TypeError naming the path when they are not.
 */
export function checkPath(path: string, input: z.ZodType): void {
  const names = pathParameterNames(path)
  const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const isWellFormed = /^\/v1(\/([a-z0-9-]+|\{[a-z][a-z0-9_]*\}))+$/.test(path)
  if (!isWellFormed || new Set(names).size < names.length) throw new TypeError(`${path} is no path`)
  const unknown = names.find((name) => !fields.includes(name))
  if (unknown) throw new TypeError(`${path}: the input has no field "${unknown}"`)
}
