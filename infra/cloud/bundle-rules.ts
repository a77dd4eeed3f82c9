import type { DeployedFunction } from '../../functions/deployed.ts'
import manifest from '../../package.json' with { type: 'json' }

/** Maximum bytes of JavaScript by kind of function. The platform loads them at every cold start. */
const maxBytes = {
  operation: 1_500_000,
  authorizer: 400_000,
  ledger: 400_000,
  health: 900_000,
  step: 1_500_000,
  mcp: 1_300_000,
  map: 700_000,
  console: 900_000,
}

/**
 * Maximum bytes of single functions. A question in words runs any of seven operations, each loaded on first use, and
 * contains the vocabularies of six languages.
 */
const specialMaxBytes: Readonly<Record<string, number>> = { 'ai/query': 2_000_000 }

/** Inputs that a bundle must not contain, with their description. */
const banned: [RegExp, string][] = [
  [/^region\//, 'the build pipeline'],
  [/^(infra|layers|test)\//, 'code that never runs in a function'],
  [/node_modules\/zod-openapi\//, 'the writer of the OpenAPI document'],
  [/node_modules\/(aws-cdk-lib|constructs|esbuild|gdal3\.js)\//, 'a build tool'],
  [/node_modules\/@valhallajs\//, 'the routing engine, which comes in its layer'],
]

/** Source files that bundles contain as a packed table. An import that bypasses the `#name` would bring them back. */
const tableSources = Object.values(manifest.imports).filter((path) => !path.endsWith('/index.ts'))

/** Code that functions without an engine must not contain. */
const engineCode = /^lib\/routing\/(engine|tiles\/)/

/** Throws an error that names a banned input, or the maximum size when the bundle exceeds it. */
export function checkBundle(
  { id, bytes, inputs }: { id: string; bytes: number; inputs: { path: string; bytes: number }[] },
  { kind, needs }: DeployedFunction,
): void {
  for (const { path } of inputs) {
    const [, description] = banned.find(([pattern]) => pattern.test(path)) ?? []
    if (description) throw new Error(`The bundle of ${id} contains ${description}: ${path}.`)
    if (tableSources.includes(`./${path}`))
      throw new Error(`The bundle of ${id} contains the source of a packed table: ${path}.`)
    if (engineCode.test(path) && !needs.includes('engine')) {
      throw new Error(`The bundle of ${id}, which needs no engine, contains its code: ${path}.`)
    }
  }
  const max = specialMaxBytes[id] ?? maxBytes[kind]
  if (bytes > max) {
    const biggest = inputs.slice(0, 3).map((input) => `${input.path} (${input.bytes})`)
    throw new Error(
      `The bundle of ${id} has ${bytes} bytes of JavaScript, over its maximum of ${max}. ` +
        `The largest inputs are ${biggest.join(', ')}.`,
    )
  }
}
