import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findPackageFaults,
  makePackage,
  oldestNode,
  type PackageKind,
  type Packed,
} from '../../release/index.ts'
import { isRegistryThere } from '../fixtures/registry.ts'
import { startServer, type TestServer } from '../fixtures/server.ts'
import { Installation, installOldestNode, newestNode } from './installed.ts'

const packed = {} as Record<PackageKind, Packed>
beforeAll(async () => {
  for (const kind of ['command', 'construct', 'client'] as const)
    packed[kind] = await makePackage(kind)
}, 900_000)

test('each package contains the right files, types that every importer resolves, and only built-ins of the oldest Node', () => {
  for (const each of Object.values(packed)) expect(findPackageFaults(each), each.name).toEqual([])
}, 300_000)

const nodes = [
  { name: newestNode.name, findNode: () => newestNode },
  { name: `Node ${oldestNode}`, findNode: installOldestNode },
]

describe.skipIf(!isRegistryThere()).each(nodes)('the packages on $name', ({ name, findNode }) => {
  let installation: Installation
  beforeAll(() => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const peers = ['aws-cdk-lib', 'constructs'].map((each) => `${each}@${devDependencies[each]}`)
    const archives = Object.values(packed).map(({ archive }) => archive)
    installation = new Installation(findNode(), [...archives, ...peers])
  }, 900_000)

  test('install without a warning of npm about the Node version', () => {
    expect(`Node ${installation.run('node', '-p', 'process.versions.node').trim()}`).toBe(name)
    expect(installation.output).not.toContain('EBADENGINE')
  })

  test('synthesise an app with the construct, as an ES module and as CommonJS', () => {
    const app = (
      out: string,
    ) => `const app = new App({ outdir: '${out}', analyticsReporting: false })
      new Cairn(new Stack(app, 'Maps'), 'Cairn', { region: 'andorra' })
      app.synth()`
    const synthesise = (file: string, imports: string): unknown => {
      const out = mkdtempSync(join(tmpdir(), 'cairn-out-'))
      writeFileSync(join(installation.folder, file), `${imports}\n${app(out)}`)
      installation.run('node', file)
      return JSON.parse(readFileSync(join(out, 'Maps.template.json'), 'utf8'))
    }
    const template = synthesise(
      'app.mjs',
      `import { App, Stack } from 'aws-cdk-lib'
      import { Cairn } from 'cairn-cdk'`,
    )
    expect(JSON.stringify(template)).toContain('Cairn: POST /v1/routing/route')
    const commonJs = synthesise(
      'app.cjs',
      `const { App, Stack } = require('aws-cdk-lib')
      const { Cairn } = require('cairn-cdk')`,
    )
    expect(commonJs).toEqual(template)
  }, 300_000)

  test('explain each command, and print shell completions', () => {
    for (const command of ['start', 'region', 'keys', 'jobs', 'predict', 'console', 'openapi'])
      expect(installation.run('cairn', command, '--help'), command).toMatch(/npx cairn-cli|Serves/)
    expect(installation.run('cairn', 'completion', 'bash')).toContain('region build')
    expect(installation.run('cairn', '--help')).not.toContain('bench')
  }, 120_000)

  describe('with a server', () => {
    let server: TestServer
    beforeAll(async () => {
      const { environment, folder } = installation
      const cairn = join(folder, 'node_modules/.bin/cairn')
      const home = join(folder, 'data/cairn')
      server = await startServer(home, { ...environment, CAIRN_HOME: '' }, [cairn, 'start'])
    }, 600_000)
    afterAll(() => server?.stop('group'))

    test("answer the line that the command prints, and keep data in the user's data folder", () => {
      const line = /^ {2}(curl .*)$/m.exec(server.output())![1]!
      const { stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
      expect(JSON.parse(stdout).route.distance_meters).toBeGreaterThan(1000)
      expect(readFileSync(join(installation.folder, 'data/cairn/demo-key'), 'utf8')).toMatch(/^sk_/)
    })

    test('answer calls of the client', () => {
      const key = readFileSync(join(installation.folder, 'data/cairn/demo-key'), 'utf8').trim()
      writeFileSync(
        join(installation.folder, 'call.mjs'),
        `import { CairnClient } from 'cairn-client'
        const cairn = new CairnClient({ url: '${server.url}', key: '${key}' })
        const locations = [{ lat: 46.413945, lon: -28.435479 }, { lat: 46.449386, lon: -28.410364 }]
        const { route } = await cairn.routing.route({ locations, travel: 'bicycle' })
        console.log(route.distance_meters)`,
      )
      expect(Number(installation.run('node', 'call.mjs'))).toBeGreaterThan(1000)
    })
  })
})
