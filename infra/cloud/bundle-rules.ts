import type { DeployedFunction } from '../../functions/deployed.ts'
import manifest from '../../package.json' with { type: 'json' }

/** Maximum bytes of JavaScript per function; the platform loads them at every cold start. */
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
 * Functions with another maximum: a question in words runs any of seven operations, each loaded when it is asked for,
 * and has the words of six languages.
 */
const maxBytesOf: Readonly<Record<string, number>> = { 'ai/query': 2_000_000 }

/** Inputs that no bundle may contain, with their description. */
const banned: [RegExp, string][] = [
  [/^region\//, 'the build pipeline'],
  [/^(infra|layers|test)\//, 'code that never runs in a function'],
  [/node_modules\/zod-openapi\//, 'the writer of the OpenAPI document'],
  [/node_modules\/(aws-cdk-lib|constructs|esbuild|gdal3\.js)\//, 'a build tool'],
  [/node_modules\/@valhallajs\//, 'the routing engine, which comes in its layer'],
]

/** Files that bundles have as a packed table: an import past its `#name` would bring them back. */
const sourcesOfTables = Object.values(manifest.imports).filter(
  (path) => !path.endsWith('/index.ts'),
)

/** Banned from functions that need no engine. */
const engineCode = /^lib\/routing\/(engine|tiles\/)/

/** @throws Error that names a banned input, or the maximum size when the bundle exceeds it. */
export function checkBundle(
  { id, bytes, inputs }: { id: string; bytes: number; inputs: { path: string; bytes: number }[] },
  { kind, needs }: DeployedFunction,
): void {
  for (const { path } of inputs) {
    const [, description] = banned.find(([pattern]) => pattern.test(path)) ?? []
    if (description) throw new Error(`The bundle of ${id} contains ${description}: ${path}.`)
    if (sourcesOfTables.includes(`./${path}`))
      throw new Error(`The bundle of ${id} contains the source of a packed table: ${path}.`)
    if (engineCode.test(path) && !needs.includes('engine')) {
      throw new Error(`The bundle of ${id}, which needs no engine, contains its code: ${path}.`)
    }
  }
  const max = maxBytesOf[id] ?? maxBytes[kind]
  if (bytes > max) {
    const biggest = inputs.slice(0, 3).map((input) => `${input.path} (${input.bytes})`)
    throw new Error(
      `The bundle of ${id} has ${bytes} bytes of JavaScript, over its maximum of ${max}. ` +
        `The largest inputs are ${biggest.join(', ')}.`,
    )
  }
}
