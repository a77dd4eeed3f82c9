import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageNames } from '../../release/index.ts'

const texts = globSync(
  '{*.md,{docs,examples,cli,lib,region,infra,functions,release}/**/*.{md,ts,html,yml}}',
)

test('every text calls the command by its package name, because the registry has another `cairn`', () => {
  const called = texts.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/npx (?:--yes )?(cairn[-\w]*)/g)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  )
  expect(called.length).toBeGreaterThan(20)
  expect(called.filter((call) => !call.endsWith(`: ${packageNames.command}`))).toEqual([])
})

test('npx finds the command by the name of its package', () => {
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(bin[packageNames.command]).toBe(bin.cairn)
})
