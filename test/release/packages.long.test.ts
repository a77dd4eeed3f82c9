import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePackage, type PackageKind, type Packed } from '../../release/index.ts'
import { browserPath, openPage, startBrowser } from '../fixtures/browser.ts'
import { realRegion } from '../fixtures/real-regions.ts'
import { isRegistryThere } from '../fixtures/registry.ts'
import { startServer, type TestServer } from '../fixtures/server.ts'
import { Installation, newestNode } from './installed.ts'

const packed = {} as Record<PackageKind, Packed>
beforeAll(async () => {
  for (const kind of ['command', 'construct'] as const) packed[kind] = await makePackage(kind)
}, 900_000)

describe.skipIf(!isRegistryThere())('installed packages', () => {
  describe('the command, installed in an empty folder', () => {
    let installation: Installation
    let server: TestServer
    beforeAll(async () => {
      installation = new Installation(newestNode, [packed.command.archive])
      const { environment, folder } = installation
      const home = join(folder, 'data/cairn')
      const cairn = join(folder, 'node_modules/.bin/cairn')
      server = await startServer(home, { ...environment, CAIRN_HOME: '' }, [cairn, 'start'])
    }, 600_000)
    afterAll(() => server?.stop('group'))

    test.skipIf(!browserPath)(
      'shows the map and the reference',
      async () => {
        const browser = await startBrowser()
        try {
          const { page, faults } = await openPage(browser, server.url)
          // Polls from outside: the page's security policy refuses the code of waitForFunction.
          await expect
            .poll(() => page.evaluate('Boolean(window.cairnMap?.loaded())'), { timeout: 30_000 })
            .toBe(true)
          await page.goto(`${server.url}/docs`)
          await page.getByText('/v1/routing/route', { exact: true }).first().waitFor()
          expect(faults).toEqual([])
        } finally {
          await browser.close()
        }
      },
      90_000,
    )

    const extract = realRegion('andorra/andorra.osm.pbf')
    const elevation = realRegion('andorra/N42E001.hgt')
    test.skipIf(!extract || !elevation)(
      'builds Andorra',
      () => {
        const region = (...args: string[]) => installation.run('cairn', 'region', ...args)
        region('build', 'andorra', '--osm', extract!, '--dem', elevation!)
        expect(region('show', 'andorra')).toContain('OpenStreetMap contributors')
      },
      300_000,
    )
  })

  describe('the construct, in an app of its own', () => {
    let installation: Installation
    beforeAll(() => {
      const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
      const cdk = ['aws-cdk', 'aws-cdk-lib', 'constructs', '@types/node'].map(
        (name) => `${name}@${devDependencies[name]}`,
      )
      installation = new Installation(newestNode, [
        packed.construct.archive,
        packed.command.archive,
        ...cdk,
      ])
    }, 600_000)

    /** Returns the templates of an app by file, after its checks. */
    function templatesOf(app: string, ...args: string[]): Record<string, unknown> {
      const out = mkdtempSync(join(tmpdir(), 'cairn-out-'))
      installation.run('cdk', 'synth', '--quiet', '--app', app, '--output', out, ...args)
      return readTemplates(out)
    }

    test('`cairn synth` writes the templates of the repository', () => {
      const options = ['-c', 'region=andorra', '-c', 'site=true', '-c', 'console=true']
      const out = mkdtempSync(join(tmpdir(), 'cairn-out-'))
      installation.run('cairn', 'synth', '--output', out, ...options)
      const own = mkdtempSync(join(tmpdir(), 'cairn-out-'))
      const args = ['synth', '--quiet', '--output', own, ...options]
      execFileSync(resolve('node_modules/.bin/cdk'), args, { stdio: 'pipe' })
      expect(Object.keys(readTemplates(out)).sort()).toEqual([
        ...['CairnApi', 'CairnData', 'CairnMonitoring'].map((name) => `${name}.template.json`),
      ])
      expect(readTemplates(out)).toEqual(readTemplates(own))
    }, 300_000)

    test('an app in TypeScript and one in JavaScript have the same templates and pass cdk-nag', () => {
      const { folder } = installation
      for (const file of ['maps-stack.ts', 'app.ts'])
        cpSync(join('examples/deploy-app', file), join(folder, file))
      writeFileSync(join(folder, 'cdk.json'), readFileSync('cdk.json'))
      const checks = `const { AwsSolutionsChecks, ServerlessChecks } = require('cdk-nag')
        Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))`
      writeFileSync(
        join(folder, 'app.cjs'),
        `const { App, CfnOutput, Stack, Validations } = require('aws-cdk-lib')
        const { Cairn } = require('cairn-cdk')
        const app = new App()
        const stack = new Stack(app, 'Maps')
        const alarms = { email: 'ops@example.org' }
        const cairn = new Cairn(stack, 'Cairn', { name: 'Maps', region: 'andorra', alarms })
        cairn.functions.get('routing/route').function.addEnvironment('TEAM', 'maps')
        new CfnOutput(stack, 'Url', { value: cairn.http.api.url })
        new CfnOutput(stack, 'BucketName', { value: cairn.data.bucket.bucketName })
        new CfnOutput(stack, 'TableName', { value: cairn.data.table.tableName })
        ${checks}`,
      )
      // Compiles the app as apps of the CDK are compiled.
      const tsc = resolve('node_modules/typescript/bin/tsc')
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            target: 'es2022',
            module: 'nodenext',
            strict: true,
            outDir: 'compiled',
            rewriteRelativeImportExtensions: true,
            types: ['node'],
            skipLibCheck: false,
          },
          files: ['app.ts'],
        }),
      )
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
      execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'pipe' })
      const typescript = templatesOf('node compiled/app.js')
      expect(typescript).toEqual(templatesOf('node app.cjs'))
      expect(Object.keys(typescript)).toEqual(['Maps.template.json'])
    }, 300_000)
  })
})

function readTemplates(folder: string): Record<string, unknown> {
  const { stdout } = spawnSync('ls', [folder], { encoding: 'utf8' })
  const names = stdout.split('\n').filter((name) => name.endsWith('.template.json'))
  return Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  )
}
