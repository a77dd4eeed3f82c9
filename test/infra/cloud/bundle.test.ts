import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deployedFunctions } from '../../../functions/deployed.ts'
import { type Bundle, bundle } from '../../../infra/cloud/bundle.ts'
import { checkBundle } from '../../../infra/cloud/bundle-rules.ts'
import { withCampaigns } from '../../setup/suite.ts'

/** One function of each kind. */
const shapes = ['routing/route', 'geocoding/search', 'predict', 'ledger', 'jobs/work', 'mcp']
const bundled = deployedFunctions.filter(({ id }) => withCampaigns || shapes.includes(id))

const scratch = mkdtempSync(join(tmpdir(), 'cairn-bundles-'))
const bundles = new Map<string, Bundle>()

beforeAll(() => {
  for (const { id } of bundled) {
    bundles.set(id, bundle(id, { outdir: join(scratch, id) }))
  }
}, 300_000)

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function filesOf(directory: string): Map<string, string> {
  const names = globSync('*', { cwd: directory }).sort()
  return new Map(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]))
}

/** Returns the text of all modules loaded before the handler is ready. */
function loadedAtOnce(directory: string): string {
  const files = filesOf(directory)
  const loaded = new Set(['index.mjs'])
  // Iteration over a set includes elements added during the iteration.
  for (const name of loaded) {
    for (const [, next] of files.get(name)!.matchAll(/(?:from|import)"\.\/([^"]+\.mjs)"/g)) {
      loaded.add(next!)
    }
  }
  return [...loaded].map((name) => files.get(name)).join('\n')
}

describe.each(bundled)('the bundle of $id', ({ id, needs }) => {
  const made = () => bundles.get(id)!

  test('is an ES module with a source map for each file, and nothing else', () => {
    const names = [...filesOf(made().directory).keys()]
    expect(names).toContain('index.mjs')
    for (const name of names) {
      expect(name).toMatch(/^(index|chunk-[A-Z0-9]{8})\.mjs(\.map)?$/)
      if (name.endsWith('.mjs')) expect(names).toContain(`${name}.map`)
    }
  })

  test('maps back to the sources of the project, without their text or their location', () => {
    for (const [name, text] of filesOf(made().directory)) {
      if (!name.endsWith('.map')) continue
      const map = JSON.parse(text)
      expect(map.sourcesContent).toBeUndefined()
      for (const source of map.sources) {
        expect(source).toMatch(/^(\.\.\/)+(functions|lib|data|node_modules)\/|\.entry\.ts$/)
      }
    }
  })

  test('has an initial size below its total size', () => {
    const scripts = [...filesOf(made().directory)].filter(([name]) => name.endsWith('.mjs'))
    const bytes = scripts.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
    expect(made().bytes).toBe(bytes)
    expect(made().initialBytes).toBeLessThan(bytes)
    expect(made().gzipBytes).toBeLessThan(bytes)
  })

  test('loads neither the AWS SDK nor the local stores before it knows which ones it needs', () => {
    const text = loadedAtOnce(made().directory)
    expect(text).not.toContain('node:sqlite')
    expect(text).not.toContain('DynamoDB_20120810')
    expect(text).not.toContain('AmazonS3')
  })

  test("imports none of Node's modules, because an import reads all exports, and the exports of node:http load fetch", () => {
    const text = [...filesOf(made().directory).values()].join('\n')
    expect(text).not.toMatch(/\b(?:from|import)\s*\(?"node:/)
    expect(text).not.toMatch(/\brequire\("(?:node:|fs|http|crypto|util)/)
    expect(text).toContain("getBuiltinModule('node:module')")
  })

  test(`contains ${needs.includes('engine') ? 'the code, but not the binary,' : 'nothing'} of the engine`, () => {
    const text = [...filesOf(made().directory).values()].join('\n')
    expect(text.includes('@valhallajs/valhallajs')).toBe(needs.includes('engine'))
    expect(text).not.toContain('valhalla_node')
  })

  test.runIf(withCampaigns ? shapes.includes(id) : id === 'ledger')(
    'has the same bytes when it is built again elsewhere',
    () => {
      const again = bundle(id, { outdir: join(scratch, 'elsewhere', 'deep', id) })
      expect(filesOf(again.directory)).toEqual(filesOf(made().directory))
    },
  )
})

test('a bundle replaces the files of an earlier one', () => {
  const outdir = join(scratch, 'ledger')
  writeFileSync(join(outdir, 'chunk-OLDCHUNK.mjs'), '')
  bundle('ledger', { outdir })
  expect([...filesOf(outdir).keys()]).not.toContain('chunk-OLDCHUNK.mjs')
})

test('the error names an unknown function and lists the known ones', () => {
  expect(() => bundle('routing/nonsense')).toThrow(
    /^There is no function "routing\/nonsense"; there are: .*authorizer/,
  )
})

describe('a faulty bundle', () => {
  const authorizer = { id: 'authorizer', kind: 'authorizer', needs: [] } as const
  const holding = (path: string) => () =>
    checkBundle({ id: 'authorizer', bytes: 1000, inputs: [{ path, bytes: 10 }] }, authorizer)

  test.each([
    ['region/build.ts', 'the build pipeline'],
    ['infra/local/gateway.ts', 'code that never runs in a function'],
    ['layers/valhalla/elf.ts', 'code that never runs in a function'],
    ['node_modules/zod-openapi/dist/index.mjs', 'the writer of the OpenAPI document'],
    ['node_modules/aws-cdk-lib/index.js', 'a build tool'],
    ['node_modules/gdal3.js/dist/package/gdal3.js', 'a build tool'],
    ['node_modules/@valhallajs/valhallajs/index.js', 'the routing engine'],
    ['lib/language/reader/word-tables.ts', 'the source of a packed table'],
    ['lib/routing/engine/engine.ts', 'which needs no engine'],
    ['lib/routing/tiles/index.ts', 'which needs no engine'],
  ])('is refused when it contains %s', (path, reason) => {
    expect(holding(path)).toThrow(reason)
    expect(holding(path)).toThrow(`: ${path}.`)
  })

  test('is refused when it exceeds its maximum, with its largest inputs', () => {
    const inputs = [{ path: 'lib/big.ts', bytes: 2_000_000 }]
    expect(() => checkBundle({ id: 'authorizer', bytes: 2_000_100, inputs }, authorizer)).toThrow(
      /^The bundle of authorizer has 2000100 bytes .* maximum of \d+\. .*lib\/big\.ts \(2000000\)\.$/,
    )
  })
})
