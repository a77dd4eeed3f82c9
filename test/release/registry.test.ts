import { expect, test } from 'vitest'
import { findNameFault, type Registry, readRepository } from '../../release/index.ts'

const ours = 'git+https://github.com/cairn-team/cairn.git'
const found =
  (url: string): Registry =>
  () => ({ status: 0, stdout: url && JSON.stringify(url) })
const failed =
  (code: string): Registry =>
  () => ({ status: 1, stdout: JSON.stringify({ error: { code } }) })

test('accepts a free name, or one whose package names the same repository', () => {
  expect(findNameFault('cairn-cli', ours, failed('E404'))).toBeUndefined()
  expect(findNameFault('cairn-cli', undefined, failed('E404'))).toBeUndefined()
  expect(findNameFault('cairn-cli', ours, found(ours))).toBeUndefined()
})

test("rejects another project's name, and any used name when the repository is unknown", () => {
  const theirs = 'git+https://github.com/someone/cairn.git'
  expect(findNameFault('cairn', ours, found(theirs))).toContain(theirs)
  expect(findNameFault('cairn', ours, found(''))).toContain('no repository')
  expect(findNameFault('cairn-cli', undefined, found(ours))).toContain('has a package cairn-cli')
})

test('rejects a name when the registry does not answer', () => {
  expect(findNameFault('cairn-cli', ours, failed('ENOTFOUND'))).toContain('does not say')
  expect(findNameFault('cairn-cli', ours, () => ({ status: null, stdout: '' }))).toContain(
    'not say',
  )
})

test('reads the repository from the pipeline in the form that npm compares with a provenance', () => {
  expect(readRepository({ GITHUB_REPOSITORY: 'cairn-team/cairn' })).toBe(ours)
  expect(readRepository({})).toBeUndefined()
})
