import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runCommand } from '../fixtures/command-line.ts'

const scripts = new Map<string, string>()

/** Returns the completion script of a shell; the command prints it only once. */
function script(shell: string): string {
  const known = scripts.get(shell) ?? runCommand('cli/cairn.mjs', ['completion', shell], {}).stdout
  scripts.set(shell, known)
  return known
}

/** Returns the completions that bash offers for these words. The last word is incomplete. */
function offered(...words: string[]): string[] {
  const line = ['cairn', ...words].map((word) => `'${word}'`).join(' ')
  const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _cairn; echo "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${script('bash')}\n${ask}`], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout.trim().split(' ')
}

test.each([
  [['re'], ['region', 'release']],
  [['region', 'ro'], ['rollback']],
  [
    ['region', 'build', '--d'],
    ['--dem', '--dem-attribution'],
  ],
  [['region', 'build', '--osm', 'x.pbf', '--land'], ['--landcover']],
  [['region', 'build', 'andorra', '--j'], ['--json']],
  [['predict', '--pro'], ['--profile']],
  [['start', '--po'], ['--port']],
  [['completion', 'z'], ['zsh']],
])('bash completes %j to %j', (words, expected) => {
  expect(offered(...words)).toEqual(expected)
})

test('zsh uses the completion script of bash', () => {
  expect(script('zsh')).toContain('bashcompinit')
  expect(script('zsh')).toContain(script('bash'))
})

const hasFish = spawnSync('fish', ['--version']).status === 0

test.skipIf(!hasFish).each([
  ['cairn region ro', ['rollback']],
  ['cairn region build --d', ['--dem', '--dem-attribution']],
  ['cairn predict --pro', ['--profile']],
  ['cairn completion z', ['zsh']],
])('fish completes "%s" to %j', (line, expected) => {
  const ask = `${script('fish')}\ncomplete -C '${line}'`
  const { stdout } = spawnSync('fish', ['--no-config', '-c', ask], { encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual(expected)
})

test('fish completes the same commands', () => {
  expect(script('fish')).toMatch(/^complete -c cairn -n '__fish_use_subcommand' -a 'start region /m)
})

test('another shell is refused as wrong usage', () => {
  expect(runCommand('cli/cairn.mjs', ['completion', 'tcsh'], {})).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('bash, zsh, fish'),
  })
})
