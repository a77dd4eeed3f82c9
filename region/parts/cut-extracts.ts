import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { frameBlob, frameUnpacked, OsmPbfFile } from '../osm/index.ts'
import { type BlockFacts, filterBlock } from './filter-block.ts'
import type { Membership } from './membership.ts'

export interface CutExtracts {
  /** Paths of the files of each part, one for each extract. */
  paths: readonly (readonly string[])[]
  /**
   * Number that the engine stores in every tile when it builds the whole extract, unless a road has a later changeset.
   */
  datasetId: number
}

/**
 * Writes the extracts of all parts, in one pass over the files.
 *
 * @param output Returns the path of an extract of a part.
 * @throws RegionError for a damaged file, and the reason of the signal.
 */
export async function cutExtracts(
  osm: readonly string[],
  membership: Membership,
  output: (part: number, extract: number) => string,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress(fraction: number): void },
): Promise<CutExtracts> {
  const paths: string[][] = membership.parts.map(() => [])
  let maxChangeset = 0
  let lastNode = 0
  for (const [i, path] of osm.entries()) {
    const facts: BlockFacts = { maxChangeset: 0, lastNode: 0 }
    const files = membership.parts.map((_, part) => {
      paths[part]!.push(output(part, i))
      return createWriteStream(output(part, i))
    })
    const source = await OsmPbfFile.open(path)
    try {
      for await (const blob of source.blobs()) {
        signal?.throwIfAborted()
        if (blob.type === 'OSMData') {
          const content = await source.read(blob)
          for (const [part, block] of filterBlock(content, membership, facts).entries())
            if (block) for (const piece of frameUnpacked(block)) await write(files[part]!, piece)
        } else {
          const header = frameBlob(blob.type, await source.readPacked(blob))
          for (const file of files) await write(file, header)
        }
        onProgress((i + (blob.offset + blob.size) / source.size) / osm.length)
      }
      for (const file of files) file.end()
      await Promise.all(files.map((file) => finished(file)))
    } finally {
      for (const file of files) file.destroy()
      await source.close()
    }
    maxChangeset = Math.max(maxChangeset, facts.maxChangeset)
    lastNode = facts.lastNode
  }
  // As in pbfgraphparser.cc, `ParseNodes`: extracts without changesets use their last node.
  return { paths, datasetId: maxChangeset > 0 ? maxChangeset : lastNode }
}

async function write(file: WriteStream, bytes: Uint8Array): Promise<void> {
  if (file.errored) throw file.errored
  if (!file.write(bytes)) await once(file, 'drain')
}
