import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RegionError } from '../errors.ts'
import {
  frameBlob,
  maxBlobBytes,
  type OsmBlob,
  OsmOrder,
  OsmPbfFile,
  type OsmTags,
  quickBlock,
} from '../osm/index.ts'
import { blocksOfWays } from './added-ways.ts'
import { cutBeforeRelations } from './cut-block.ts'
import { rewriteBlock, type TagRules } from './rewrite-block.ts'
import { spanKeys, withPlainSpans } from './spans.ts'
import { type AddedWay, asOutline, planSquares } from './squares/index.ts'
import { vehicleKeys, withVehicleAccess } from './vehicle-access.ts'

export interface EngineExtractOptions {
  signal?: AbortSignal | undefined
  /** Receives the fraction of the files written so far. */
  onProgress?: (fraction: number) => void
}

/**
 * Rewrites extracts for the engine's builder, which does not know all tags and no areas: bridges and
 * galleries, squares for people on foot with ways across them, and access by `vehicle`. Everything else
 * stays as it is.
 *
 * @param output The path of the rewritten file with this index.
 * @returns For each extract `output`, or its own path when nothing changes.
 * @throws RegionError for an extract that is damaged or not sorted.
 */
export async function writeEngineExtracts(
  paths: readonly string[],
  output: (index: number) => string,
  { signal, onProgress }: EngineExtractOptions = {},
): Promise<string[]> {
  const { outlines, crossings } = await planSquares(paths, signal)
  const rules = tagRules(outlines)
  const written: string[] = []
  for (const [i, path] of paths.entries()) {
    onProgress?.(i / paths.length)
    // The ways across squares may join ways of several files; one of them has to have them.
    const added = i === 0 ? crossings : []
    written.push(await rewriteFile(path, { output: output(i), rules, added, signal }))
  }
  return written
}

function tagRules(outlines: ReadonlyMap<number, OsmTags>): TagRules {
  return {
    wayKeys: new Set([...spanKeys, ...vehicleKeys]),
    ways: outlines,
    way(id, tags) {
      const square = outlines.get(id)
      return withVehicleAccess(withPlainSpans(square ? asOutline(tags, square) : tags))
    },
    nodeKeys: new Set(vehicleKeys),
    node: withVehicleAccess,
  }
}

interface Rewriting {
  output: string
  rules: TagRules
  /** Ways to add, after all others. */
  added: readonly AddedWay[]
  signal: AbortSignal | undefined
}

async function rewriteFile(
  path: string,
  { output, rules, added, signal }: Rewriting,
): Promise<string> {
  const file = await OsmPbfFile.open(path)
  const order = new OsmOrder(path)
  let changes = added.length
  let isAdded = added.length === 0

  async function* addedBlobs(): AsyncGenerator<Uint8Array> {
    isAdded = true
    for (const block of blocksOfWays(added)) yield* quickBlock(block)
  }

  async function* blobs(): AsyncGenerator<Uint8Array> {
    for await (const blob of file.blobs()) {
      if (blob.type !== 'OSMData') {
        yield frameBlob(blob.type, await file.readPacked(blob))
        continue
      }
      const content = await file.read(blob)
      const rewritten = understood(file, blob, () => {
        order.check(content)
        return rewriteBlock(content, rules)
      })
      if (rewritten) changes++
      const cut = isAdded ? undefined : understood(file, blob, () => cutBeforeRelations(content))
      if (!cut?.relations) {
        yield* quickBlock(rewritten ?? content)
        continue
      }
      const { before, relations } = rewritten ? cutBeforeRelations(rewritten) : cut
      if (before) yield* quickBlock(before)
      yield* addedBlobs()
      if (relations) yield* quickBlock(relations)
    }
    if (!isAdded) yield* addedBlobs()
  }

  try {
    // One block at a time, since it may have 32 MiB.
    const source = Readable.from(blobs(), { highWaterMark: 1 })
    await pipeline(source, createWriteStream(output), { signal })
  } finally {
    await file.close()
  }
  if (changes > 0) return output
  await rm(output)
  return path
}

/** What `read` makes of a block. @throws RegionError when the block is damaged. */
function understood<T extends Uint8Array | object | undefined>(
  file: OsmPbfFile,
  blob: OsmBlob,
  read: () => T,
): T {
  try {
    const result = read()
    if (result instanceof Uint8Array && result.length > maxBlobBytes)
      throw new RangeError('too large with its changes')
    return result
  } catch (cause) {
    throw cause instanceof RegionError ? cause : file.damaged(blob, cause)
  }
}
