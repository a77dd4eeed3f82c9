import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { operations } from '../functions/operations.ts'
import { openApiDocument } from '../lib/platform/api/openapi.ts'
import { bundleSite } from './bundle.ts'
import { referenceFiles } from './reference.ts'

// Writes the explorer, the reference and its document into a folder as a bucket has them: `node web/write-site.ts FOLDER`.

const [, , folder] = process.argv
if (!folder) throw new Error('Name the folder to write to.')

/** The file of a path in the folder, which exists then. `/` and `/docs` are pages. */
async function fileAt(path: string): Promise<string> {
  const name = path === '/' || path === '/docs' ? join(path, 'index.html') : path
  const file = join(folder!, name)
  await mkdir(dirname(file), { recursive: true })
  return file
}

for (const { path, bytes } of (await bundleSite()).files) await writeFile(await fileAt(path), bytes)
for (const [path, source] of Object.entries(referenceFiles)) await cp(source, await fileAt(path))
// What a page asks for before its first call: a key of its own is there on one's own machine alone.
await writeFile(await fileAt('/map/session.json'), JSON.stringify({ key: null }))
await writeFile(await fileAt('/openapi.json'), JSON.stringify(openApiDocument(operations)))
