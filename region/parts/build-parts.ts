import { constants, copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { EngineRun } from '../engine/index.ts'
import { once } from '../steps.ts'
import { buildPart, type GraphPart } from './build-part.ts'
import { cutParts } from './cut-parts.ts'
import { mergeParts } from './merge-parts.ts'
import type { PartCount } from './part-count.ts'
import { computeChecksum } from './tile-header.ts'

export interface PartsBuild extends EngineRun {
  /** Folder for the tiles of the whole graph. */
  tileFolder: string
  /**
   * Folder for the finished parts, each a step of its own (see `steps.ts`); to be removed when the whole graph is
   * finished.
   */
  partsFolder: string
  adminPath: string
  elevationFolder: string | undefined
  count: PartCount
  onProgress(fraction: number): void
}

/** Share of the work done when the extracts of all parts are written; the rest is the engine's. */
const cutFraction = 0.15

/**
 * Builds the tiles of the lowest level in parts, in parallel processes, up to the stages that need the whole graph.
 * The builder must then continue with `hierarchy`. The tiles equal the tiles of a build in one piece.
 *
 * @returns The number of tiles.
 * @throws RegionError that names the part, and the reason of the signal.
 */
export async function buildInParts(build: PartsBuild): Promise<number> {
  const { osm, folder, tileFolder, partsFolder, count, onProgress } = build
  const failure = new AbortController()
  const signal = AbortSignal.any([failure.signal, ...(build.signal ? [build.signal] : [])])
  const cutFolder = join(folder, 'cut')
  const cut = await cutParts(osm, count.parts, {
    folder: cutFolder,
    signal: build.signal,
    onProgress: (fraction) => onProgress(fraction * cutFraction),
  })
  const of = cut.parts.length
  const parts = cut.parts.map(
    (part, i): GraphPart => ({
      ...part,
      name: `part ${i + 1} of ${of}`,
      folder: join(partsFolder, `part-${i + 1}-of-${of}`),
    }),
  )

  let finished = 0
  const waiting = [...parts]
  const tiles: string[] = []
  const options = { ...build, threads: count.threads, signal }
  const work = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const next = part
      const built = await once(next.folder, () => buildPart(options, next))
      await addTiles(built, next.folder, tileFolder)
      tiles.push(...built)
      for (const extract of next.osm) await rm(extract)
      onProgress(cutFraction + (++finished / of) * (1 - cutFraction))
    }
  }
  const workers = Array.from({ length: count.atOnce }, () =>
    work().catch((error: unknown) => failure.abort(error)),
  )
  await Promise.all(workers)
  signal.throwIfAborted()

  await mergeParts({
    tileFolder,
    tiles,
    folders: parts.map((part) => part.folder),
    datasetId: cut.datasetId,
    checksum: await computeChecksum(osm),
  })
  await rm(cutFolder, { recursive: true })
  return tiles.length
}

/** Copies tiles, which the builder will change, into the folder of the whole graph. */
async function addTiles(tiles: readonly string[], from: string, to: string): Promise<void> {
  for (const tile of tiles) {
    const path = join(to, tile)
    await mkdir(dirname(path), { recursive: true })
    await copyFile(join(from, tile), path, constants.COPYFILE_FICLONE)
  }
}

/** Removes finished parts. */
export async function removeParts(partsFolder: string): Promise<void> {
  for (const name of await readdir(partsFolder))
    if (/^part-\d+-of-\d+/.test(name)) await rm(join(partsFolder, name), { recursive: true })
}
