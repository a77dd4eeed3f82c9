import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'cairn-stacks-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const script = join(scratch, 'index.mjs')

/** Builds a minified module that throws two calls deep, and prints the stack. */
beforeAll(() => {
  writeFileSync(
    join(scratch, 'thrower.ts'),
    [
      `import { mapStacks } from '${resolve('functions/mapped-stacks.ts')}'`,
      'mapStacks()',
      'function outerCall(depth: number): number {',
      '  if (depth > 0) return outerCall(depth - 1) + 1',
      `  throw new RangeError('too deep')`,
      '}',
      'try {',
      '  outerCall(1)',
      '} catch (error) {',
      '  console.log((error as Error).stack)',
      '}',
    ].join('\n'),
  )
  buildSync({
    entryPoints: [join(scratch, 'thrower.ts')],
    outfile: script,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    sourcemap: 'linked',
  })
})

const stack = () => execFileSync(process.execPath, [script], { encoding: 'utf8' }).split('\n')

test('a stack of minified code names the lines of its source', () => {
  const [head, first, second] = stack()
  expect(head).toBe('RangeError: too deep')
  expect(first).toContain(`${join(scratch, 'thrower.ts')}:5:`)
  expect(second).toContain(`${join(scratch, 'thrower.ts')}:4:`)
})

test('a stack without the map names the lines of the code', () => {
  rmSync(`${script}.map`)
  const [head, first] = stack()
  expect(head).toBe('RangeError: too deep')
  expect(first).toMatch(/index\.mjs:\d+:\d+/)
})
