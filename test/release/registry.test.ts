import { expect, test } from 'vitest'
import { findNameFault, type Registry, readRepository } from '../../release/index.ts'

const ours = 'git+https://github.com/cairn-team/cairn.git'
const found =
  (url: string): Registry =>
  () => ({ status: 0, stdout: url && JSON.stringify(url) })
const failed =
  (code: string): Registry =>
  () => ({ status: 1, stdout: JSON.stringify({ error: { code } }) })

test('a name is usable that nobody has, or whose package names the same repository', () => {
  expect(findNameFault('cairn-cli', ours, failed('E404'))).toBeUndefined()
  expect(findNameFault('cairn-cli', undefined, failed('E404'))).toBeUndefined()
  expect(findNameFault('cairn-cli', ours, found(ours))).toBeUndefined()
})

test("another project's name is a fault, and so is one in use where the repository is not known", () => {
  const theirs = 'git+https://github.com/someone/cairn.git'
  expect(findNameFault('cairn', ours, found(theirs))).toContain(theirs)
  expect(findNameFault('cairn', ours, found(''))).toContain('no repository')
  expect(findNameFault('cairn-cli', undefined, found(ours))).toContain('has a package cairn-cli')
})

test('a registry that does not answer is a fault', () => {
  expect(findNameFault('cairn-cli', ours, failed('ENOTFOUND'))).toContain('does not say')
  expect(findNameFault('cairn-cli', ours, () => ({ status: null, stdout: '' }))).toContain(
    'not say',
  )
})

test('the repository is that of the pipeline, as npm compares it with a provenance', () => {
  expect(readRepository({ GITHUB_REPOSITORY: 'cairn-team/cairn' })).toBe(ours)
  expect(readRepository({})).toBeUndefined()
})
