import { shardName, shardSize } from '../format/shard-list.ts'
import { type PackCache, packCache } from './cache.ts'
import { unreadable } from './errors.ts'
import { JoinedSource, type OpenShard } from './joined-source.ts'
import { type OpenedPack, openSource } from './open.ts'
import { Pack } from './pack.ts'
import type { RangeSource } from './source.ts'

export interface OpenPackOptions {
  /** Shared by several packs; by default 64 MB for this one. */
  cache?: PackCache
  /** Opens a shard, a file beside this one. Needed for an index in shards. */
  openShard?: OpenShard
  /**
   * Directories of all shards are read in the background from the start if they have at most so many bytes
   * together: 0.06 bytes a place, by default up to 1 MB. Else each is read when it is needed.
   */
  maxEarlyBytes?: number
}

/**
 * Opens a pack, or a router with its shards. A small file (up to 4 MB) is read whole; of a larger one header,
 * root and spellings, the rest on demand. Shards are read on demand: one that is missing or damaged fails the
 * reads that need it, until it is there again.
 *
 * @throws ApiError `service_unavailable` for a source that fails, a file that is damaged or cut short,
 *   that is no pack, or that is of another format version.
 */
export async function openPack(
  source: RangeSource | Promise<RangeSource>,
  { cache = packCache(), openShard, maxEarlyBytes = 1024 * 1024 }: OpenPackOptions = {},
): Promise<Pack> {
  const pack = new Pack(joined(await openSource(await source), openShard), cache.partition())
  pack.readEarly(maxEarlyBytes)
  return pack
}

/** With the shards behind the router, where there are shards. */
function joined(opened: OpenedPack, openShard: OpenShard | undefined): OpenedPack {
  const { source, root } = opened
  if (!root.shardList) return opened
  if (!openShard) throw unreadable(`${source.name} needs the shards beside it`)
  const shards = root.shardList.shards.map((shard, i) => ({
    name: shardName(source.name, i),
    size: shardSize(shard),
  }))
  return { ...opened, source: new JoinedSource(source, shards, openShard) }
}
