import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../functions/operations.ts'
import { computePrice, isFree } from '../../lib/platform/api/operation.ts'

const pages = globSync(
  '{*,docs/**/*,lib/**/*,cli/**/*,infra/**/*,web/**/*,client/*,examples/**/*,test/**/*}.md',
  {
    exclude: ['**/node_modules/**'],
  },
)

/** Returns the anchor of a heading, as on a repository's page. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function readAnchors(page: string): Set<string> {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => toAnchor(heading!)))
}

test.each(pages)('every link of %s leads to a file, and to a heading of it', (page) => {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  const broken = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, path, anchor]) => {
      const target = path ? normalize(join(dirname(page), path)) : page
      if (!existsSync(target)) return true
      return anchor !== undefined && target.endsWith('.md') && !readAnchors(target).has(anchor)
    })
    .map(([link]) => link)
  expect(broken).toEqual([])
})

test('docs/operations.md lists each operation with its price', () => {
  const rows = readFileSync('docs/operations.md', 'utf8').split('\n')
  const missing = operations
    .filter((operation) => !isFree(operation))
    .filter((operation) => {
      const { method, path, price } = operation
      const row = rows.find((line) => line.startsWith(`| \`${method} ${path}\` |`))
      const stated = row?.split('|')[3]?.match(/[\d.]+/)?.[0]
      // If a price includes another operation's price, its unit states the operation's own part.
      const unit = typeof price === 'number' ? '' : price.unit
      return !(
        Number(stated) === computePrice(operation) / 1_000_000 || unit.includes(`${stated} USD`)
      )
    })
    .map(({ id }) => id)
  expect(missing).toEqual([])
})

test('README.md names each operation', () => {
  const text = readFileSync('README.md', 'utf8')
  const missing = operations
    .map(({ path }) => path.split('/').at(-1)!)
    .filter((name) => !name.includes('{') && !text.includes(name))
  expect(missing).toEqual([])
})
