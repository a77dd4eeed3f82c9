import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../fixtures/command-line.ts'

const scratch = mkdtempSync(join(tmpdir(), 'cairn-layer-cli-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const layer = (...args: string[]) => runCommand('cli/layer.ts', args)

test('assembles a layer and prints its contents', () => {
  const out = join(scratch, 'layer')
  const { status, stdout } = layer('--arch', 'arm64', '--out', out)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Valhalla \d.* for arm64 in /)
  expect(stdout).toContain('GLIBC_2.28')
  expect(existsSync(join(out, 'nodejs/node_modules/@valhallajs/valhallajs/index.js'))).toBe(true)
})

test('prints its report as JSON', () => {
  const { stdout } = layer('--arch', 'x86_64', '--out', join(scratch, 'other'), '--json')
  expect(JSON.parse(stdout)).toMatchObject({ architecture: 'x86_64', versions: { GLIBC: '2.28' } })
})

test.each([['--arch', 'mips'], ['--nonsense'], ['stray']])(
  'answers wrong usage %s %s with one line and exit code 2',
  (...args) => {
    const { status, stdout, stderr } = layer(...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(args.at(-1)!.replace('--arch', ''))
  },
)
