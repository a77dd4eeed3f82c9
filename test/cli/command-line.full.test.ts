import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { runCommand } from '../fixtures/command-line.ts'

const commands = [
  ['npm start', 'infra/local/main.ts'],
  ['npm run region', 'cli/region.ts'],
  ['npm run keys', 'cli/keys.ts'],
  ['npm run predict', 'cli/predict.ts'],
  ['npm run console', 'cli/console.ts'],
  ['npm run bench', 'cli/bench.ts'],
  ['npm run openapi', 'cli/openapi.ts'],
  ['npm run bundles', 'cli/bundles.ts'],
  ['npm run layer', 'cli/layer.ts'],
  ['npx cairn-cli', 'cli/cairn.mjs'],
] as const

test.each(commands)('%s --help prints usage and an example', (name, file) => {
  const { status, stdout, stderr } = runCommand(file, ['--help'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain(name)
  expect(stdout.split('\n').length).toBeGreaterThan(3)
})

test.each(commands)('%s answers wrong usage with one line and exit code 2', (_, file) => {
  const args = file === 'cli/predict.ts' ? ['--profile', 'x', '--nonsense'] : ['--nonsense']
  const { status, stdout, stderr } = runCommand(file, args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('nonsense')
})

test('a reader that closes the pipe early ends the command without an error', async () => {
  const child = spawn(process.execPath, ['cli/openapi.ts', '--out', '-'])
  let stderr = ''
  child.stderr.on('data', (data) => {
    stderr += data
  })
  // The pipe closes before anything is written, as with `| true`.
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('DEBUG adds the stack of a failure', () => {
  const args = ['build', 'alps', '--osm', 'missing.osm.pbf']
  expect(runCommand('cli/region.ts', args, { DEBUG: '1' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^region: There is no file missing[^\n]+\n[^\n]*Error: [\s\S]+ at /,
    ),
  })
})
