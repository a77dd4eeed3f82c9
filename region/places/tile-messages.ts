import type { PackPart, SourcePlace } from '#places/gazetteer'
import type { ThreadFailure } from '../thread-failure.ts'
import type { TileFacts } from './tile-facts.ts'
import type { TileFindings } from './tile-findings.ts'

/** Message to all threads once the features are read. */
export interface TileJob {
  facts: TileFacts
  /** Places of the areas, without the fields that produce no terms. */
  areas: readonly SourcePlace[]
  /** Paths of the files with the features of each tile, by row and column. */
  paths: readonly string[]
  /** Number of tiles taken by all threads; each takes the next one. */
  taken: Int32Array<SharedArrayBuffer>
  /** Folder for scratch files of the thread. */
  folder: string
}

/** Messages from a thread: one for each of its tiles, then its part of the pack. */
export type TileMessage =
  | { kind: 'tile'; tile: number; findings: TileFindings }
  | { kind: 'done'; part: PackPart }
  | ({ kind: 'failed' } & ThreadFailure)

/** Returns the index of the next tile, or undefined if all are taken. */
export function takeTile({ taken, paths }: Pick<TileJob, 'taken' | 'paths'>): number | undefined {
  const tile = Atomics.add(taken, 0, 1)
  return tile < paths.length ? tile : undefined
}
