import { computeShardSize, formatShardName } from '../format/shard-list.ts'
import { createPackCache, type PackCache } from './cache.ts'
import { createUnreadableError } from './errors.ts'
import { JoinedSource, type OpenShard } from './joined-source.ts'
import { type OpenedPack, openSource } from './open.ts'
import { Pack } from './pack.ts'
import type { RangeSource } from './source.ts'

export interface OpenPackOptions {
  /** Cache, which several packs can share; by default 64 MB for this pack. */
  cache?: PackCache
  /** Opens a shard, a file beside this one. Required for an index in shards. */
  openShard?: OpenShard
  /**
   * Maximum bytes of the directories of all shards together (0.06 bytes per place) for reading them in the
   * background from the start; by default 1 MB. Otherwise each directory is read when it is needed.
   */
  maxEarlyBytes?: number
}

/**
 * Opens a pack, or a router with its shards. A file of up to 4 MB is read whole. From a larger file, header, root
 * and spellings are read, and the rest on demand. Shards are read on demand: a missing or damaged shard fails the
 * reads that need it until it is restored.
 *
 * @throws ApiError `service_unavailable` for a source that fails, a file that is damaged or cut short, a file
 *   that is not a pack, or a pack of another format version.
 */
export async function openPack(
  source: RangeSource | Promise<RangeSource>,
  { cache = createPackCache(), openShard, maxEarlyBytes = 1024 * 1024 }: OpenPackOptions = {},
): Promise<Pack> {
  const pack = new Pack(joinShards(await openSource(await source), openShard), cache.partition())
  pack.readEarly(maxEarlyBytes)
  return pack
}

/** Appends the shards, if there are any, to the router. */
function joinShards(opened: OpenedPack, openShard: OpenShard | undefined): OpenedPack {
  const { source, root } = opened
  if (!root.shardList) return opened
  if (!openShard) throw createUnreadableError(`${source.name} needs the shards beside it`)
  const shards = root.shardList.shards.map((shard, i) => ({
    name: formatShardName(source.name, i),
    size: computeShardSize(shard),
  }))
  return { ...opened, source: new JoinedSource(source, shards, openShard) }
}
