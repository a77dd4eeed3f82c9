const shards = 64

type Key = number | string

/** Spreads ids by their last bits, and texts by their ends, where object ids differ. */
function pickShard(key: Key): number {
  if (typeof key === 'number') return key & (shards - 1)
  const last = key.length - 1
  return (key.charCodeAt(last) * 7 + key.charCodeAt(last - 1)) & (shards - 1)
}

/** A map with up to 2^30 entries, 2^24 in each shard. Iterates shard by shard, not in insertion order. */
export class LargeMap<K extends Key, V> {
  readonly #shards: Map<K, V>[] = Array.from({ length: shards }, () => new Map<K, V>())

  get size(): number {
    return this.#shards.reduce((sum, { size }) => sum + size, 0)
  }

  has(key: K): boolean {
    return this.#findShard(key).has(key)
  }

  get(key: K): V | undefined {
    return this.#findShard(key).get(key)
  }

  set(key: K, value: V): void {
    this.#findShard(key).set(key, value)
  }

  delete(key: K): boolean {
    return this.#findShard(key).delete(key)
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

  #findShard(key: K): Map<K, V> {
    return this.#shards[pickShard(key)]!
  }
}

/** A set with up to 2^30 entries, 2^24 in each shard. */
export class LargeSet<K extends Key> {
  readonly #shards: Set<K>[] = Array.from({ length: shards }, () => new Set<K>())

  /** Adds a key. @returns Whether it was new. */
  add(key: K): boolean {
    const shard = this.#shards[pickShard(key)]!
    return shard.size !== shard.add(key).size
  }

  has(key: K): boolean {
    return this.#shards[pickShard(key)]!.has(key)
  }
}
