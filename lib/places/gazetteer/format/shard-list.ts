import type { ByteReader, ByteWriter } from './bytes.ts'
import { headerBytes } from './layout.ts'

/** Summary of a shard in the router. The shard's sections follow its header in this order. */
export interface ShardSummary {
  /** Length in bytes of the {@link DocumentDirectory}, which is one unit. */
  directoryLength: number
  documentsLength: number
  housesLength: number
  /** Length in bytes of the leaves of the nearby tree. */
  treeLength: number
  /** CRC-32 of the directory, which tells a shard of another build apart. */
  directoryChecksum: number
}

/** A run of consecutive docIds in one shard. */
export interface DocIdRun {
  /** Number of the shard, from 0. */
  shard: number
  count: number
}

/** The last part of a router's root. */
export interface ShardList {
  shards: readonly ShardSummary[]
  /** Runs from docId 0 on, without gaps. */
  runs: readonly DocIdRun[]
}

/** Returns the file name of a shard: `places-2.pack` is the second shard (number 1) of `places.pack`. */
export function formatShardName(router: string, shard: number): string {
  return router.replace(/(\.pack)?$/, `-${shard + 1}$1`)
}

/** Returns the size of a shard's file, bytes. */
export function computeShardSize({
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
