import type { ByteReader, ByteWriter } from './bytes.ts'
import { headerBytes } from './layout.ts'

/** A shard as the router describes it. Its sections follow the header in this order. */
export interface ShardSummary {
  /** One unit: {@link DocumentDirectory}. */
  directoryLength: number
  documentsLength: number
  housesLength: number
  /** Leaves of the nearby tree. */
  treeLength: number
  /** The checksum of the directory: a shard of another build has another. */
  directoryChecksum: number
}

/** Consecutive docIds in one shard. */
export interface DocIdRun {
  /** From 0. */
  shard: number
  count: number
}

/** The last part of a router's root. */
export interface ShardList {
  shards: readonly ShardSummary[]
  /** From docId 0 on, without gaps. */
  runs: readonly DocIdRun[]
}

/** `places-2.pack` is the second shard of `places.pack`. */
export function shardName(router: string, shard: number): string {
  return router.replace(/(\.pack)?$/, `-${shard + 1}$1`)
}

/** Bytes of a shard's file. */
export function shardSize({
  directoryLength,
  documentsLength,
  housesLength,
  treeLength,
}: ShardSummary): number {
  return headerBytes + directoryLength + documentsLength + housesLength + treeLength
}

export function writeShardList(out: ByteWriter, { shards, runs }: ShardList): void {
  out.varint(shards.length)
  for (const shard of shards) {
    out.varint(shard.directoryLength)
    out.varint(shard.documentsLength)
    out.varint(shard.housesLength)
    out.varint(shard.treeLength)
    out.uint32(shard.directoryChecksum)
  }
  out.varint(runs.length)
  for (const { shard, count } of runs) {
    out.varint(shard)
    out.varint(count)
  }
}

export function readShardList(from: ByteReader): ShardList {
  const shards = Array.from({ length: from.varint() }, () => ({
    directoryLength: from.varint(),
    documentsLength: from.varint(),
    housesLength: from.varint(),
    treeLength: from.varint(),
    directoryChecksum: from.uint32(),
  }))
  const runs = Array.from({ length: from.varint() }, () => ({
    shard: from.varint(),
    count: from.varint(),
  }))
  return { shards, runs }
}
