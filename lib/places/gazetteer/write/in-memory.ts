import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Places } from './pack-part.ts'
import { type WritePackOptions, writePack } from './writer.ts'

/** A pack in memory: for small ones, as in tests. */
export async function packOf(
  places: Places,
  options: Partial<WritePackOptions> = {},
): Promise<Uint8Array> {
  return (await filesOf(places, options)).get('places.pack')!
}

/** A router and its shards in memory, by name; or a pack alone. */
export async function filesOf(
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
