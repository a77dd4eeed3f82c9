import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const commands = [
  ['npm start', 'infra/local/main.ts'],
  ['npm run region', 'cli/region.ts'],
  ['npm run keys', 'cli/keys.ts'],
  ['npm run bench', 'bench/main.ts'],
  ['npm run openapi', 'cli/openapi.ts'],
  ['npm run bundles', 'cli/bundles.ts'],
  ['npm run layer', 'cli/layer.ts'],
] as const

function run(file: string, ...args: string[]) {
  return spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', timeout: 20_000 })
}

test.each(commands)('%s explains itself with --help', (_, file) => {
  const { status, stdout, stderr } = run(file, '--help')
  expect(status).toBe(0)
  expect(stdout.split('\n').length).toBeGreaterThan(3)
  expect(stderr).toBe('')
})

test.each(commands)('%s answers a wrong use with one line and exit code 2', (_, file) => {
  const { status, stdout, stderr } = run(file, '--nonsense')
  expect(status).toBe(2)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('nonsense')
})
