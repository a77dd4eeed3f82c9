import type { PackTerm } from '../format/dictionary-value.ts'
import type { ShardMap } from './shard-map.ts'

/** Maximum number of shards whose directories are read before the places are known. */
const maxExpected = 3
/** Minimum weight of an expected shard, as a share of the first shard's weight. */
const minShare = 0.25

/**
 * Picks the shards that probably contain the places of a query with these terms. A shard's weight grows with the
 * number of its terms, and a term in few shards weighs more. The directories of these shards are read together
 * with the posting lists, which saves a round.
 */
export function pickExpectedShards(
  map: ShardMap,
  terms: readonly (PackTerm | undefined)[],
): number[] {
  const weights = new Map<number, number>()
  for (const term of terms) {
    const shards = term?.docIds
      ? new Set(term.docIds.map((docId) => map.locatePlace(docId).shard))
      : new Set(term?.shards)
    for (const shard of shards) weights.set(shard, (weights.get(shard) ?? 0) + 1 / shards.size)
  }
  const best = [...weights].sort(([a, m], [b, n]) => n - m || a - b).slice(0, maxExpected)
  return best.filter(([, weight]) => weight >= minShare * best[0]![1]).map(([shard]) => shard)
}
