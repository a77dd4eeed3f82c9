import { expect, test } from 'vitest'
import { nameFault, type Registry, repositoryOf } from '../../release/index.ts'

const ours = 'git+https://github.com/cairn-team/cairn.git'
const found =
  (url: string): Registry =>
  () => ({ status: 0, stdout: url && JSON.stringify(url) })
const failed =
  (code: string): Registry =>
  () => ({ status: 1, stdout: JSON.stringify({ error: { code } }) })

test('a name is usable that nobody has, or whose package names the same repository', () => {
  expect(nameFault('cairn-cli', ours, failed('E404'))).toBeUndefined()
  expect(nameFault('cairn-cli', undefined, failed('E404'))).toBeUndefined()
  expect(nameFault('cairn-cli', ours, found(ours))).toBeUndefined()
})

test("another project's name is a fault, and so is one in use where the repository is not known", () => {
  const theirs = 'git+https://github.com/someone/cairn.git'
  expect(nameFault('cairn', ours, found(theirs))).toContain(theirs)
  expect(nameFault('cairn', ours, found(''))).toContain('no repository')
  expect(nameFault('cairn-cli', undefined, found(ours))).toContain('has a package cairn-cli')
})

test('a registry that does not answer is a fault', () => {
  expect(nameFault('cairn-cli', ours, failed('ENOTFOUND'))).toContain('does not say')
  expect(nameFault('cairn-cli', ours, () => ({ status: null, stdout: '' }))).toContain('not say')
})

test('the repository is that of the pipeline, as npm compares it with a provenance', () => {
  expect(repositoryOf({ GITHUB_REPOSITORY: 'cairn-team/cairn' })).toBe(ours)
  expect(repositoryOf({})).toBeUndefined()
})
