import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOSMStream } from 'osm-pbf-parser-node'
import { writeEngineExtracts } from '../../../region/engine-extract/index.ts'
import { frameBlob, OsmPbfFile, packBlob } from '../../../region/osm/index.ts'

export interface OsmItem {
  type?: string
  id?: number
  lat?: number
  lon?: number
  tags?: Record<string, string>
  refs?: number[]
  members?: unknown[]
}

export interface Rewritten {
  /** Whether each file was rewritten; if not, the engine reads the file itself. */
  isRewritten: boolean[]
  before: OsmItem[][]
  after: OsmItem[][]
  bytes: Buffer[]
}

/** Rewrites files for the engine and reads both versions with an independent parser. */
export async function rewritten(...files: Uint8Array[]): Promise<Rewritten> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-extract-'))
  try {
    const paths = files.map((_, i) => join(folder, `in-${i}.osm.pbf`))
    for (const [i, bytes] of files.entries()) writeFileSync(paths[i]!, bytes)
    const results = await writeEngineExtracts(paths, (i) => join(folder, `out-${i}.osm.pbf`))
    return {
      isRewritten: results.map((result, i) => result !== paths[i]),
      before: await Promise.all(paths.map(read)),
      after: await Promise.all(results.map(read)),
      bytes: await Promise.all(results.map((path) => readFile(path))),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function read(path: string): Promise<OsmItem[]> {
  const packed = `${path}.packed`
  await pack(path, packed)
  const items: OsmItem[] = []
  for await (const item of createOSMStream(packed, { withTags: true, withInfo: false }))
    items.push(item as OsmItem)
  return items
}

/** Packs all blocks, because the independent parser rejects unpacked blocks. */
async function pack(path: string, to: string): Promise<void> {
  const file = await OsmPbfFile.open(path)
  const blobs: Buffer[] = []
  for await (const blob of file.blobs())
    blobs.push(frameBlob(blob.type, packBlob(await file.read(blob))))
  await file.close()
  writeFileSync(to, Buffer.concat(blobs))
}
