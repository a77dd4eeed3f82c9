import * as z from 'zod'

/** Names of the parameters of a path such as `/v1/jobs/{job_id}`, in their order. */
export function pathParameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}

/** The path with the values of its parameters, percent-encoded. */
export function pathWith(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

/**
 * Whether a path is made of lower-case words and of parameters that are fields of the input, each once.
 *
 * @throws TypeError when it is not.
 */
export function checkPath(path: string, input: z.ZodType): void {
  const names = pathParameterNames(path)
  const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const isWellFormed = /^\/v1(\/([a-z0-9-]+|\{[a-z][a-z0-9_]*\}))+$/.test(path)
  if (!isWellFormed || new Set(names).size < names.length) throw new TypeError(`${path} is no path`)
  const unknown = names.find((name) => !fields.includes(name))
  if (unknown) throw new TypeError(`${path}: the input has no field "${unknown}"`)
}
