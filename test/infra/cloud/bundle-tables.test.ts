import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { packTables } from '../../../infra/cloud/bundle-tables.ts'
import manifest from '../../../package.json' with { type: 'json' }

const tables = Object.entries(manifest.imports).filter(([, path]) => !path.endsWith('/index.ts'))

const paths = packTables(process.cwd())

test('every module of tables is packed', () => {
  expect(Object.keys(paths).toSorted()).toEqual(tables.map(([name]) => name).toSorted())
})

test.each(tables)('bundles have %s as its file makes it', async (name, file) => {
  const source = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const packed = await import(/* @vite-ignore */ pathToFileURL(paths[name]!).href)
  const [[table, make]] = Object.entries(source) as [[string, () => object]]
  expect(Object.keys(source)).toEqual([table])
  expect(Object.keys(packed)).toEqual([table])
  expect(Object.keys(make()).length).toBeGreaterThan(1)
  // As text, since the order of keys counts: it is that of categories.
  expect(JSON.stringify(packed[table]())).toBe(JSON.stringify(make()))
  // One object, however often it is asked for.
  expect(packed[table]()).toBe(packed[table]())
})
