import type { DeployedFunction } from '../../functions/deployed.ts'

/** Bytes of JavaScript a function may have; the platform reads all of them at every cold start. */
const bounds = { operation: 1_500_000, authorizer: 400_000, ledger: 400_000, health: 900_000 }

/** What no deployed function may carry, and why. */
const banned: [RegExp, string][] = [
  [/^region\//, 'the build pipeline'],
  [/^(infra|layers|test)\//, 'code that never runs in a function'],
  [/node_modules\/zod-openapi\//, 'the writer of the OpenAPI document'],
  [/node_modules\/(aws-cdk-lib|constructs|esbuild|gdal3\.js)\//, 'a build tool'],
  [/node_modules\/@valhallajs\//, 'the routing engine, which comes in its layer'],
]

/** The engine's own code, for functions that need no engine. */
const engineCode = /^lib\/routing\/(engine|tiles\/)/

/** @throws Error naming what the bundle must not hold, or its bound when it is over it. */
export function checkBundle(
  { id, bytes, inputs }: { id: string; bytes: number; inputs: { path: string; bytes: number }[] },
  { kind, needs }: DeployedFunction,
): void {
  for (const { path } of inputs) {
    const [, what] = banned.find(([pattern]) => pattern.test(path)) ?? []
    if (what) throw new Error(`The bundle of ${id} holds ${what}: ${path}.`)
    if (engineCode.test(path) && !needs.includes('engine')) {
      throw new Error(`The bundle of ${id}, which needs no engine, holds its code: ${path}.`)
    }
  }
  const bound = bounds[kind]
  if (bytes > bound) {
    const biggest = inputs.slice(0, 3).map((input) => `${input.path} (${input.bytes})`)
    throw new Error(
      `The bundle of ${id} has ${bytes} bytes of JavaScript, over its bound of ${bound}. ` +
        `The most is ${biggest.join(', ')}.`,
    )
  }
}
