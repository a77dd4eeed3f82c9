import type { PackPart, SourcePlace } from '#places/gazetteer'
import type { ThreadFailure } from '../thread-failure.ts'
import type { TileFacts } from './tile-facts.ts'
import type { TileFindings } from './tile-findings.ts'

/** What all threads are told once the features are read. */
export interface TileJob {
  facts: TileFacts
  /** Places of the areas, without what no term comes from. */
  areas: readonly SourcePlace[]
  /** Files of the features of each tile, by row and column. */
  paths: readonly string[]
  /** The number of tiles that threads have taken: each takes the next one. */
  taken: Int32Array<SharedArrayBuffer>
  /** For scratch files of the thread. */
  folder: string
}

/** The messages of a thread: one for each of its tiles, then its part of the pack. */
export type TileMessage =
  | { kind: 'tile'; tile: number; findings: TileFindings }
  | { kind: 'done'; part: PackPart }
  | ({ kind: 'failed' } & ThreadFailure)

/** The index of the next tile; undefined when all are taken. */
export function takeTile({ taken, paths }: Pick<TileJob, 'taken' | 'paths'>): number | undefined {
  const tile = Atomics.add(taken, 0, 1)
  return tile < paths.length ? tile : undefined
}
