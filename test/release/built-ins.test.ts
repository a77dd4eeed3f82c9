import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findMissingBuiltIns, oldestNode, type PackageKind } from '../../release/index.ts'

/** Returns the faults found in a package of this kind with one script of this text. */
function findFaults(text: string, kind: PackageKind = 'construct', path = 'dist/index.js') {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-built-ins-'))
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  return findMissingBuiltIns(kind, folder, [path])
}

describe('built-in functions that the oldest promised Node lacks', { timeout: 120_000 }, () => {
  test('are found in scripts, with file and line', () => {
    const text = `const words = ['a', 'b']
      export const byLength = Map.groupBy(words, ({ length }) => length)
      export const promise = Promise.withResolvers()
      export const union = new Set(words).union(new Set())
      export const mapped = new Map().keys().map((key) => key)
      export const list = Array.fromAsync(words)`
    expect(findFaults(text)).toEqual([
      'dist/index.js:2 uses groupBy of MapConstructor, which the oldest promised Node lacks',
      'dist/index.js:3 uses withResolvers of PromiseConstructor, which the oldest promised Node lacks',
      'dist/index.js:4 uses union of Set<string>, which the oldest promised Node lacks',
      expect.stringContaining('dist/index.js:5 uses map of '),
      'dist/index.js:6 uses fromAsync of ArrayConstructor, which the oldest promised Node lacks',
    ])
  })

  test('do not include built-ins of Node 20, or other errors in a script without types', () => {
    const text = `import { unknown } from 'somewhere'
      export const sorted = ['b'].toSorted().findLast((word) => word.isWellFormed())
      export const other = unknown.field + sorted.nothing
      export const copy = structuredClone({ signal: AbortSignal.any([]) })`
    expect(findFaults(text)).toEqual([])
  })

  test('are looked for in scripts that the oldest Node runs, which for the command are its launcher and its exports', () => {
    const text = 'export const byLength = Map.groupBy([], () => 1)'
    expect(findFaults(text, 'client')).toHaveLength(1)
    expect(findFaults(text, 'command', 'cli/cairn.mjs')).toHaveLength(1)
    expect(findFaults(text, 'command', 'cli/start-cairn.js')).toHaveLength(1)
    expect(findFaults(text, 'construct', 'dist/index.cjs')).toHaveLength(1)
    expect(findFaults(text, 'construct', 'dist/assets/function-map/index.js')).toEqual([
      expect.stringContaining('no script of'),
    ])
    expect(findFaults(text, 'command', 'cli/keys.js')).toEqual([
      expect.stringContaining('no script of'),
    ])
  })
})

test('the client’s package promises the Node version that its scripts are checked for', () => {
  const { engines } = JSON.parse(readFileSync('client/package.json', 'utf8'))
  expect(engines.node).toBe(`>=${oldestNode}`)
})
