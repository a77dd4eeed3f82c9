import { createHash } from 'node:crypto'
import { ObjectChanged, ObjectNotFound, type Storage } from '#platform/storage'
import { DatasetError } from './errors.ts'
import { type ManifestFile, readManifest } from './manifest.ts'
import { buildPrefix } from './names.ts'

const chunkBytes = 8 * 1024 * 1024

async function hashObject(storage: Storage, key: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  let etag: string | undefined
  for (let start = 0; start < size; start += chunkBytes) {
    const range = { start, end: start + chunkBytes }
    const got = await storage.get(key, etag === undefined ? { range } : { range, etag })
    etag = got.etag
    hash.update(got.bytes)
  }
  return hash.digest('hex')
}

async function findFault(
  storage: Storage,
  key: string,
  file: ManifestFile,
): Promise<string | undefined> {
  try {
    const info = await storage.head(key)
    if (!info) return `${file.name} is missing`
    if (info.size !== file.size) return `${file.name} has ${info.size} bytes, not ${file.size}`
    if ((await hashObject(storage, key, info.size)) !== file.sha256)
      return `${file.name} has another SHA-256`
    return undefined
  } catch (error) {
    if (error instanceof ObjectNotFound || error instanceof ObjectChanged)
      return `${file.name} changed while it was read`
    throw error
  }
}

/**
 * Reads every file of a build and compares sizes and SHA-256 with the manifest.
 *
 * @throws DatasetError that names every missing or damaged file.
 */
export async function verify(storage: Storage, name: string, build: string): Promise<void> {
  const manifest = await readManifest(storage, name, build)
  const faults: string[] = []
  for (const file of manifest.files) {
    const fault = await findFault(storage, buildPrefix(name, build) + file.name, file)
    if (fault) faults.push(fault)
  }
  if (faults.length > 0)
    throw new DatasetError(`Build ${build} of region ${name} is damaged: ${faults.join('; ')}.`)
}
