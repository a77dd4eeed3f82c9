import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { packTables } from '../../../infra/cloud/bundle-tables.ts'
import manifest from '../../../package.json' with { type: 'json' }

const tables = Object.entries(manifest.imports).filter(([, path]) => !path.endsWith('/index.ts'))

const paths = packTables(process.cwd())

test('packs every module of tables', () => {
  expect(Object.keys(paths).toSorted()).toEqual(tables.map(([name]) => name).toSorted())
})

test.each(tables)('packs %s with the same content as its file', async (name, file) => {
  const source = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const packed = await import(/* @vite-ignore */ pathToFileURL(paths[name]!).href)
  const [[table, make]] = Object.entries(source) as [[string, () => object]]
  expect(Object.keys(source)).toEqual([table])
  expect(Object.keys(packed)).toEqual([table])
  expect(Object.keys(make()).length).toBeGreaterThan(1)
  // Compared as text, because the order of keys matters: it is the order of categories.
  expect(JSON.stringify(packed[table]())).toBe(JSON.stringify(make()))
  // The packed module returns the same object on every call.
  expect(packed[table]()).toBe(packed[table]())
})
