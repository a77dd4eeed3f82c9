import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { isSupported } from '../../scripts/node-version.mjs'
import { runCommand } from '../fixtures/command-line.ts'
import { homeOver, startServer } from '../fixtures/server.ts'

const scratch = mkdtempSync(join(tmpdir(), 'cairn-command-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const cairn = (...args: string[]) => runCommand('cli/cairn.mjs', args, { CAIRN_HOME: scratch })

describe('the cairn command', () => {
  test('lists its commands', () => {
    const { status, stdout } = cairn('--help')
    expect(status).toBe(0)
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!)
    const data = ['start', 'region', 'keys', 'jobs', 'predict', 'console']
    const everywhere = [...data, 'openapi', 'synth', 'diff', 'deploy']
    const inClones = ['bench', 'bundles', 'layer', 'release']
    expect(names).toEqual([...everywhere, ...inClones, 'completion'])
  })

  test('passes synth, diff and deploy to the CDK', () => {
    expect(cairn('deploy', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('cdk deploy [STACKS..]'),
    })
  })

  test('runs a command with its arguments, under its own name', () => {
    expect(cairn('keys', 'create', '--account', 'acme', '--balance', '5', '--json')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('"balance_usd": "5.00"'),
    })
    expect(cairn('keys', 'list')).toMatchObject({ stdout: expect.stringContaining('acme') })
    expect(cairn('region', 'build', '--help').stdout).toContain('Usage: npx cairn-cli region build')
  })

  test.each([
    [['regoin'], "cairn: unknown command 'regoin' (Did you mean region?)\n"],
    [['region', 'biuld'], "region: unknown command 'biuld' (Did you mean build?)\n"],
    [['constructor'], "cairn: unknown command 'constructor'\n"],
    [['start', '--port', 'x'], 'PORT must be a whole number from 0 to 65535, not "x".\n'],
  ])('answers wrong usage %j with one line and exit code 2', (args, stderr) => {
    expect(cairn(...args)).toEqual({ status: 2, stdout: '', stderr })
  })

  test('start serves until SIGTERM, and then exits with 0', async () => {
    const server = await startServer(homeOver(inject('builtHome')), { CAIRN_WORKERS: '1' }, [
      process.execPath,
      'cli/cairn.mjs',
      'start',
      '--region',
      'demo',
    ])
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test('passes on the exit code of a failure', () => {
    expect(cairn('keys', 'topup', 'nobody', '1')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'keys: There is no account "nobody".\n',
    })
  })

  test('prints the version of the package', () => {
    const version = execFileSync('node', ['-p', 'require("./package.json").version'], {
      encoding: 'utf8',
    })
    expect(cairn('--version').stdout).toBe(version)
  })
})

describe('the Node that runs the cairn command', () => {
  test.each([
    ['18.20.0', false],
    ['20.20.2', false],
    ['22.17.1', false],
    ['22.18.0', true],
    ['23.0.0', true],
    ['24.21.0', true],
  ])('is supported in version %s: %s', (version, supported) => {
    expect(isSupported(version)).toBe(supported)
  })

  /** Runs a copy of the launcher in a simulated old Node, with these executables installed. */
  function launch(executables: Record<string, string>, ...args: string[]) {
    const root = mkdtempSync(join(scratch, 'old-node-'))
    const installed = `node_modules/node-${process.platform}-${process.arch}/bin`
    for (const folder of ['cli', 'scripts', installed])
      mkdirSync(join(root, folder), { recursive: true })
    cpSync('cli/cairn.mjs', join(root, 'cli/cairn.mjs'))
    cpSync('scripts/node-version.mjs', join(root, 'scripts/node-version.mjs'))
    for (const [name, script] of Object.entries(executables)) {
      const file = join(root, installed, name)
      writeFileSync(file, `#!/bin/sh\n${script}\n`)
      chmodSync(file, 0o755)
    }
    const oldNode = join(root, 'old-node.mjs')
    writeFileSync(
      oldNode,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })",
    )
    return spawnSync(
      process.execPath,
      ['--import', oldNode, join(root, 'cli/cairn.mjs'), ...args],
      { encoding: 'utf8' },
    )
  }

  test('hands over from an old version to the installed one, with arguments and exit code', () => {
    const { status, stdout } = launch({ node: 'echo "$@"; exit 7' }, 'keys', 'list')
    expect(status).toBe(7)
    expect(stdout).toMatch(/\/cli\/cairn\.ts keys list\n$/)
  })

  test('reports a signal that ends the installed version as its exit code', () => {
    expect(launch({ node: 'kill -TERM $$' }).status).toBe(143)
  })

  test('names the required version when only an old one is installed', () => {
    const { status, stdout, stderr } = launch({})
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^Cairn needs Node 22\.18 or newer [^\n]+ this is 20\.1\.0; [^\n]+\n$/)
  })
})
