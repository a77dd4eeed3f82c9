import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { operations } from '../functions/operations.ts'
import { makeOpenApiDocument } from '../lib/platform/api/openapi.ts'
import { bundleSite } from './bundle.ts'
import { referenceFiles } from './reference.ts'

// Writes the explorer, the API reference and its OpenAPI document into a folder, with the layout of a bucket:
// `node web/write-site.ts FOLDER`.

const [, , folder] = process.argv
if (!folder) throw new Error('Name the folder to write to.')

/** Returns the file for a URL path and creates its folder. `/` and `/docs` are `index.html` files. */
async function prepareFile(path: string): Promise<string> {
  const name = path === '/' || path === '/docs' ? join(path, 'index.html') : path
  const file = join(folder!, name)
  await mkdir(dirname(file), { recursive: true })
  return file
}

for (const { path, bytes } of (await bundleSite()).files)
  await writeFile(await prepareFile(path), bytes)
for (const [path, source] of Object.entries(referenceFiles))
  await cp(source, await prepareFile(path))
// The page fetches this before its first call. Only a server on the local machine provides a demo key.
await writeFile(await prepareFile('/map/session.json'), JSON.stringify({ key: null }))
await writeFile(await prepareFile('/openapi.json'), JSON.stringify(makeOpenApiDocument(operations)))
