import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'cairn-layer-cli-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['cli/layer.ts', ...args], { encoding: 'utf8' })

test('explains itself with --help', () => {
  const { status, stdout, stderr } = run('--help')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('npm run layer')
})

test('makes a layer and says what is in it', () => {
  const out = join(scratch, 'layer')
  const { status, stdout } = run('--arch', 'arm64', '--out', out)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Valhalla \d.* for arm64 in /)
  expect(stdout).toContain('GLIBC_2.28')
  expect(existsSync(join(out, 'nodejs/node_modules/@valhallajs/valhallajs/index.js'))).toBe(true)
})

test('prints its report as JSON', () => {
  const { stdout } = run('--arch', 'x86_64', '--out', join(scratch, 'other'), '--json')
  expect(JSON.parse(stdout)).toMatchObject({ architecture: 'x86_64', versions: { GLIBC: '2.28' } })
})

test.each([['--arch', 'mips'], ['--nonsense'], ['stray']])(
  'answers %s with one line',
  (...args) => {
    const { status, stdout, stderr } = run(...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(args.at(-1)!.replace('--arch', ''))
  },
)
