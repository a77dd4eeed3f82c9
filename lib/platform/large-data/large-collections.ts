const shards = 64

type Key = number | string

/** Spreads ids by their last bits, and texts by their ends, where ids of objects differ. */
function shardOf(key: Key): number {
  if (typeof key === 'number') return key & (shards - 1)
  const last = key.length - 1
  return (key.charCodeAt(last) * 7 + key.charCodeAt(last - 1)) & (shards - 1)
}

/** A map with up to 2^30 entries, a key's part with 2^24. Iterates part by part, not in the order of insertion. */
export class LargeMap<K extends Key, V> {
  readonly #shards: Map<K, V>[] = Array.from({ length: shards }, () => new Map<K, V>())

  get size(): number {
    return this.#shards.reduce((sum, { size }) => sum + size, 0)
  }

  has(key: K): boolean {
    return this.#of(key).has(key)
  }

  get(key: K): V | undefined {
    return this.#of(key).get(key)
  }

  set(key: K, value: V): void {
    this.#of(key).set(key, value)
  }

  delete(key: K): boolean {
    return this.#of(key).delete(key)
  }

  clear(): void {
    for (const shard of this.#shards) shard.clear()
  }

  *keys(): Generator<K> {
    for (const shard of this.#shards) yield* shard.keys()
  }

  *[Symbol.iterator](): Generator<[K, V]> {
    for (const shard of this.#shards) yield* shard
  }

  #of(key: K): Map<K, V> {
    return this.#shards[shardOf(key)]!
  }
}

/** A set with up to 2^30 entries, a key's part with 2^24. */
export class LargeSet<K extends Key> {
  readonly #shards: Set<K>[] = Array.from({ length: shards }, () => new Set<K>())

  /** Adds a key. @returns Whether it was not in the set. */
  add(key: K): boolean {
    const shard = this.#shards[shardOf(key)]!
    return shard.size !== shard.add(key).size
  }

  has(key: K): boolean {
    return this.#shards[shardOf(key)]!.has(key)
  }
}
