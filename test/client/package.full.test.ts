import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { printContracts } from '../../client/build/index.ts'
import { operations } from '../../functions/operations.ts'
import cairn from '../../package.json' with { type: 'json' }

interface Packed {
  filename: string
  unpackedSize: number
  files: { path: string }[]
}

const tsc = resolve('node_modules/typescript/bin/tsc')

/** Runs a command. When it fails, the error contains its output. */
function run(command: string, args: string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}

/** An empty folder with the packed client, installed without a network. */
let folder: string
let packed: Packed
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-client-'))
  const printed = run('npm', ['pack', '--json', '--pack-destination', folder], 'client')
  // The output of the build may precede the JSON.
  ;[packed] = JSON.parse(printed.slice(printed.indexOf('[\n'))) as [Packed]
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }))
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed.filename], folder)
}, 300_000)

/** Type-checks files of the consumer with the strictest options and no skipped declarations. */
function check(files: string[], lib: string[]): void {
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', ...lib],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  run(process.execPath, [tsc, '-p', '.'], folder)
}

describe('the packed client', () => {
  test('contains its modules and examples, and has no dependencies', () => {
    const installed = JSON.parse(
      readFileSync(join(folder, 'node_modules/cairn-client/package.json'), 'utf8'),
    )
    expect(installed.version).toBe(cairn.version)
    expect(Object.keys(installed).filter((name) => /dependencies/i.test(name))).toEqual([])
    const paths = packed.files.map(({ path }) => path)
    const expected =
      /^(dist\/[\w-]+\.(js|d\.ts)|examples\/[\w/-]+\.ts|package\.json|README\.md|LICENSE)$/
    expect(paths.filter((path) => !expected.test(path))).toEqual([])
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js']))
    expect(packed.unpackedSize).toBeLessThan(300_000)
  })

  test('contains the licence of the project', () => {
    expect(readFileSync('client/LICENSE', 'utf8')).toBe(readFileSync('LICENSE', 'utf8'))
  })

  test('type-checks in a separate project, in a browser and with strict options', () => {
    writeFileSync(
      join(folder, 'consumer.ts'),
      `import { CairnClient, isCairnError, type Place, type RouteRequest } from 'cairn-client'

const cairn = new CairnClient({ url: 'https://cairn.example', key: 'sk_live_k' })
const locations = [{ lat: 1, lon: 2 }, { lat: 1, lon: 3 }]
const request = { locations, travel: 'bicycle' } satisfies RouteRequest
const meters: number = (await cairn.routing.route(request)).route.distance_meters
const collection = await cairn.routing.route({ ...request, format: 'geojson' })
const type: 'FeatureCollection' = collection.type
const places: Place[] = (await cairn.geocoding.search({ text: 'a', place_types: ['venue'] })).results
for await (const { state } of cairn.geocoding.jobs.all()) console.log(state, meters, type, places)
// @ts-expect-error: no such travel type
await cairn.routing.route({ ...request, travel: 'rocket' })
// @ts-expect-error: the text is required
await cairn.geocoding.search({})
// @ts-expect-error: a number is not a text
await cairn.geocoding.search({ text: 1 })
try {
  await cairn.ai.query({ query: 'a' })
} catch (error) {
  if (isCairnError(error) && error.code === 'ambiguous_query') {
    const suggestions: string[] = error.body.suggestions
    console.log(suggestions)
  }
}
`,
    )
    check(['consumer.ts'], ['dom', 'dom.iterable'])
  })

  test('has the same types as the contracts', () => {
    const printed = printContracts(operations)
    const method = `'${resolve('client/method.ts')}'`
    writeFileSync(join(folder, 'printed.ts'), printed.replace("'./method.ts'", method))
    writeFileSync(
      join(folder, 'compare.ts'),
      `import type * as contracts from '${resolve('client/contracts.ts')}'
import type * as printed from './printed.ts'

// The contracts accept all inputs of the packed client; its answers match the contracts.
declare const operations: contracts.Operations
export const printedOperations: printed.Operations = operations
declare const errors: contracts.ErrorBodies
export const printedErrors: printed.ErrorBodies = errors
// And its answers are complete.
declare const printedAnswers: Answers<printed.Operations>
export const answers: Answers<contracts.Operations> = printedAnswers
declare const bodies: printed.ErrorBodies
export const errorBodies: contracts.ErrorBodies = bodies

type Answers<T> = T extends (...input: never) => infer Answer
  ? Awaited<Answer>
  : { [Name in keyof T]: Answers<T[Name]> }
`,
    )
    const files = ['compare.ts', resolve('lib/platform/api/openapi.ts')]
    const compilerOptions = { typeRoots: [resolve('node_modules/@types')] }
    const project = { extends: resolve('tsconfig.json'), compilerOptions, files, include: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
    run(process.execPath, [tsc, '-p', '.'], folder)
  })

  test('runs, and type-checks an example unchanged', () => {
    const example = 'search.mjs'
    writeFileSync(
      join(folder, example),
      `import { CairnClient } from 'cairn-client'
const send = async (url) => new Response(JSON.stringify({ results: [{ label: String(url) }] }))
const cairn = new CairnClient({ url: 'https://cairn.example', key: 'k', fetch: send })
const { results } = await cairn.geocoding.search({ text: 'a b' })
console.log(results[0].label, Object.keys(cairn).join())
`,
    )
    expect(run(process.execPath, [example], folder)).toBe(
      'https://cairn.example/v1/geocoding/search?text=a+b routing,geocoding,ai,predict\n',
    )
    const file = 'geocoding/search.ts'
    copyFileSync(join('client/examples', file), join(folder, 'example.ts'))
    writeFileSync(
      join(folder, 'process.d.ts'),
      'declare const process: { env: Record<string, string | undefined> }\n',
    )
    check(['process.d.ts', 'example.ts'], ['dom'])
  })
})
