/** A group of neighbouring places that stay in one shard. */
export interface PlaceGroup {
  size: number
  /** Number of areas, from the widest on, shared with the group before. A cut is better where this number is low. */
  shared: number
}

/**
 * Cuts groups of places into shards of at most `maxPlaces` places and, except for the last shard, at least half of
 * that. Within these limits the cut is where the widest area changes.
 *
 * @param groups Groups of at most `maxPlaces` places.
 * @returns The shard of each group, ascending from 0.
 */
export function cutIntoShards(groups: readonly PlaceGroup[], maxPlaces: number): Uint32Array {
  const shards = new Uint32Array(groups.length)
  let shard = 0
  for (let start = 0; start < groups.length; shard++) {
    const end = findShardEnd(groups, start, maxPlaces)
    shards.fill(shard, start, end)
    start = end
  }
  return shards
}

function findShardEnd(groups: readonly PlaceGroup[], start: number, maxPlaces: number): number {
  let size = 0
  let best = start + 1
  let minShared = Number.POSITIVE_INFINITY
  for (let end = start; ; end++) {
    const next = groups[end]
    if (!next) return end
    const mayEnd = end > start && 2 * size >= maxPlaces
    if (mayEnd && next.shared <= minShared) {
      best = end
      minShared = next.shared
    }
    if (size + next.size > maxPlaces) return mayEnd ? best : Math.max(end, start + 1)
    size += next.size
  }
}
