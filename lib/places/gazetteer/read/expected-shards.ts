import type { PackTerm } from '../format/dictionary-value.ts'
import type { ShardMap } from './shard-map.ts'

/** Shards whose directories are read before the places are known. */
const maxExpected = 3
/** Of the weight of the first. */
const minShare = 0.25

/**
 * Shards that probably have the places of a query with these terms: those of the most terms, where a term in
 * few shards weighs more. Their directories are read together with the posting lists, which saves a round.
 */
export function expectedShards(map: ShardMap, terms: readonly (PackTerm | undefined)[]): number[] {
  const weights = new Map<number, number>()
  for (const term of terms) {
    const shards = term?.docIds
      ? new Set(term.docIds.map((docId) => map.placeOf(docId).shard))
      : new Set(term?.shards)
    for (const shard of shards) weights.set(shard, (weights.get(shard) ?? 0) + 1 / shards.size)
  }
  const best = [...weights].sort(([a, m], [b, n]) => n - m || a - b).slice(0, maxExpected)
  return best.filter(([, weight]) => weight >= minShare * best[0]![1]).map(([shard]) => shard)
}
