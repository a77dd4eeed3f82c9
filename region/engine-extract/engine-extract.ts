import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RegionError } from '../errors.ts'
import {
  frameBlob,
  frameUnpacked,
  maxBlobBytes,
  type OsmBlob,
  OsmOrder,
  OsmPbfFile,
  type OsmTags,
} from '../osm/index.ts'
import { encodeWays } from './added-ways.ts'
import { cutBeforeRelations } from './cut-block.ts'
import { rewriteBlock, type TagRules } from './rewrite-block.ts'
import { spanKeys, withPlainSpans } from './spans.ts'
import { type AddedWay, planSquares, toOutline } from './squares/index.ts'
import { vehicleKeys, withVehicleAccess } from './vehicle-access.ts'

export interface EngineExtractOptions {
  signal?: AbortSignal | undefined
  /** Receives the fraction of the files written so far. */
  onProgress?: (fraction: number) => void
}

/**
 * Rewrites extracts for the engine's builder, which ignores some tags and all areas. Bridges and galleries get tags
 * that it knows, squares for people on foot get ways across them, and access by `vehicle` is spelled out. Everything
 * else stays as it is.
 *
 * @param output Returns the path of the rewritten file with this index.
 * @returns For each extract `output`, or its own path if nothing changes.
 * @throws RegionError for an extract that is damaged or not sorted.
 */
export async function writeEngineExtracts(
  paths: readonly string[],
  output: (index: number) => string,
  { signal, onProgress }: EngineExtractOptions = {},
): Promise<string[]> {
  const { outlines, crossings } = await planSquares(paths, signal)
  const rules = makeTagRules(outlines)
  const written: string[] = []
  for (const [i, path] of paths.entries()) {
    onProgress?.(i / paths.length)
    // Ways across squares may join ways of several files; the first file contains them.
    const added = i === 0 ? crossings : []
    written.push(await rewriteFile(path, { output: output(i), rules, added, signal }))
  }
  return written
}

function makeTagRules(outlines: ReadonlyMap<number, OsmTags>): TagRules {
  return {
    wayKeys: new Set([...spanKeys, ...vehicleKeys]),
    ways: outlines,
    way(id, tags) {
      const square = outlines.get(id)
      return withVehicleAccess(withPlainSpans(square ? toOutline(tags, square) : tags))
    },
    nodeKeys: new Set(vehicleKeys),
    node: withVehicleAccess,
  }
}

interface Rewriting {
  output: string
  rules: TagRules
  /** Ways to add after all others. */
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

  async function* encodeAddedBlobs(): AsyncGenerator<Uint8Array> {
    isAdded = true
    for (const block of encodeWays(added)) yield* frameUnpacked(block)
  }

  async function* rewriteBlobs(): AsyncGenerator<Uint8Array> {
    for await (const blob of file.blobs()) {
      if (blob.type !== 'OSMData') {
        yield frameBlob(blob.type, await file.readPacked(blob))
        continue
      }
      const content = await file.read(blob)
      const rewritten = readOrThrow(file, blob, () => {
        order.check(content)
        return rewriteBlock(content, rules)
      })
      if (rewritten) changes++
      const cut = isAdded ? undefined : readOrThrow(file, blob, () => cutBeforeRelations(content))
      if (!cut?.relations) {
        yield* frameUnpacked(rewritten ?? content)
        continue
      }
      const { before, relations } = rewritten ? cutBeforeRelations(rewritten) : cut
      if (before) yield* frameUnpacked(before)
      yield* encodeAddedBlobs()
      if (relations) yield* frameUnpacked(relations)
    }
    if (!isAdded) yield* encodeAddedBlobs()
  }

  try {
    // One block at a time, since it may have 32 MiB.
    const source = Readable.from(rewriteBlobs(), { highWaterMark: 1 })
    await pipeline(source, createWriteStream(output), { signal })
  } finally {
    await file.close()
  }
  if (changes > 0) return output
  await rm(output)
  return path
}

/**
 * Returns the result of `read`.
 *
 * @throws RegionError if the block is damaged.
 */
function readOrThrow<T extends Uint8Array | object | undefined>(
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
