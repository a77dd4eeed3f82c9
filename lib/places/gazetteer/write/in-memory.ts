import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Places } from './pack-part.ts'
import { type WritePackOptions, writePack } from './writer.ts'

/** Writes a small pack to memory, as in tests. */
export async function writePackInMemory(
  places: Places,
  options: Partial<WritePackOptions> = {},
): Promise<Uint8Array> {
  return (await writeFilesInMemory(places, options)).get('places.pack')!
}

/** Writes a router and its shards, or a pack alone, to memory and returns the files by name. */
export async function writeFilesInMemory(
  places: Places,
  options: Partial<WritePackOptions> = {},
): Promise<Map<string, Uint8Array>> {
  const folder = mkdtempSync(join(options.folder ?? tmpdir(), 'cairn-pack-'))
  try {
    const path = join(folder, 'places.pack')
    const { files } = await writePack(path, places, { attribution: '', ...options, folder })
    return new Map(files.map((file) => [basename(file), readFileSync(file)]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
