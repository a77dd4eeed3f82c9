import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runCommand } from '../fixtures/command-line.ts'

const script = (shell: string) => runCommand('cli/cairn.mjs', ['completion', shell], {}).stdout

/** What bash would offer for these words, the last of which is begun. */
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

test('zsh and fish complete the same commands', () => {
  expect(script('zsh')).toContain('bashcompinit')
  expect(script('fish')).toMatch(/^complete -c cairn -n '__fish_use_subcommand' -a 'start region /m)
})

test('another shell is wrong usage', () => {
  expect(runCommand('cli/cairn.mjs', ['completion', 'tcsh'], {})).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('bash, zsh, fish'),
  })
})
