import { createHash } from 'node:crypto'
import { DatasetWriter, type Manifest, type ManifestFacts } from '#ground/dataset'
import type { GetOptions, Storage, StoredBytes } from '#platform/storage'

export const facts: ManifestFacts = {
  created: '2026-11-21T00:45:12Z',
  bounds: { min_lat: 42.4, min_lon: 1.4, max_lat: 42.7, max_lon: 1.8 },
  attribution: '© OpenStreetMap contributors, ODbL 1.0',
  versions: { cairn: '1.0.0', engine: '3.6.1' },
  sources: [],
  elevation: true,
  warnings: [],
}

/** Ids of builds, earliest first. */
export const builds = [
  '20261121T004512Z-3f9a1c',
  '20261122T004512Z-000000',
  '20261123T004512Z-abcdef',
  '20261124T004512Z-012345',
] as const

/** Writes a finished build with these files. */
export async function writeBuild(
  storage: Storage,
  name: string,
  build: string,
  files: Record<string, Uint8Array | string> = { 'routing.tar': `tiles of ${build}` },
): Promise<Manifest> {
  const writer = new DatasetWriter(storage, name, build)
  for (const [file, body] of Object.entries(files))
    await writer.add(file, ReadableStream.from([Buffer.from(body)]))
  return await writer.finish(facts)
}

/** Returns pseudo-random bytes that depend only on the seed. */
export function noise(size: number, seed = 'a'): Buffer {
  const bytes = Buffer.alloc(size)
  let block = createHash('sha256').update(seed).digest()
  for (let at = 0; at < size; at += block.copy(bytes, at))
    block = createHash('sha256').update(block).digest()
  return bytes
}

export interface RemoteStorage extends Storage {
  /** Reads until now, as `key` or `key start-end`. */
  reads: string[]
  /** Called before each read; may wait, throw, or replace the answer. */
  onGet: ((key: string, options: GetOptions) => Promise<StoredBytes | undefined>) | undefined
}

/** Simulates a store over a network: its objects are not files on this machine, and reads can fail. */
export function remote(storage: Storage): RemoteStorage {
  const reads: string[] = []
  return {
    reads,
    onGet: undefined,
    head: (key) => storage.head(key),
    async get(key, options = {}) {
      const { range } = options
      reads.push(range ? `${key} ${range.start}-${range.end}` : key)
      return (await this.onGet?.(key, options)) ?? (await storage.get(key, options))
    },
    put: (key, body) => storage.put(key, body),
    upload: (key, source, options) => storage.upload(key, source, options),
    list: (prefix) => storage.list(prefix),
    delete: (key) => storage.delete(key),
  }
}
