import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tileName } from '../../lib/tile-archive/index.ts'
import {
  type EngineRun,
  namesOf,
  runBuilder,
  saysNoRoads,
  writeBuilderConfig,
} from '../engine/index.ts'
import { once } from '../steps.ts'
import { cutExtracts } from './cut-extracts.ts'
import { assignToParts } from './membership.ts'
import type { PartCount } from './part-count.ts'
import { keepRestrictions, mergeRestrictions } from './restriction-files.ts'
import { checksumOf, readDatasetId, writeNumbers } from './tile-header.ts'

export interface PartsBuild extends EngineRun {
  /** The tiles of the whole. */
  tileFolder: string
  /** For the finished parts, each a step of its own (see `steps.ts`): to be removed when the whole is finished. */
  partsFolder: string
  adminPath: string
  elevationFolder: string | undefined
  count: PartCount
  onProgress(fraction: number): void
}

/** One part on its way through the builder. */
interface Part {
  name: string
  /** Of its step. */
  folder: string
  osm: readonly string[]
  /** Its tiles, as in the engine's folder. */
  tiles: readonly string[]
}

/** Stages up to Enhance look at the surroundings of a road alone; filter does nothing, and saves the stages' notes. */
const lastStage = 'filter'
/** Fractions of the work: assigning and cutting; the rest is the engine's. */
const done = { assigned: 0.08, cut: 0.15 }

/**
 * Builds the tiles of the lowest level in parts, in processes side by side, up to the stages that need the whole:
 * afterwards the builder is to start with `hierarchy`. The tiles are those of a build of the whole.
 *
 * @returns The number of tiles.
 * @throws RegionError that names the part, and the reason of the signal.
 */
export async function buildInParts(build: PartsBuild): Promise<number> {
  const { osm, folder, tileFolder, count, onProgress } = build
  const failure = new AbortController()
  const signal = AbortSignal.any([failure.signal, ...(build.signal ? [build.signal] : [])])
  const cutFolder = join(folder, 'cut')
  const { parts, datasetId } = await cutParts(build, cutFolder)

  let finished = 0
  const waiting = [...parts]
  const paths: string[] = []
  const work = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const tiles = await once(part.folder, () => buildPart(build, part, signal))
      paths.push(...(await addTiles(tiles, part.folder, tileFolder)))
      for (const extract of part.osm) await rm(extract)
      onProgress(done.cut + (++finished / parts.length) * (1 - done.cut))
    }
  }
  const workers = Array.from({ length: count.atOnce }, () =>
    work().catch((error: unknown) => failure.abort(error)),
  )
  await Promise.all(workers)
  signal.throwIfAborted()

  let largest = BigInt(datasetId)
  for (const tile of paths) {
    const id = await readDatasetId(tile)
    if (id > largest) largest = id
  }
  const numbers = { datasetId: largest, checksum: await checksumOf(osm) }
  for (const tile of paths) await writeNumbers(tile, numbers)
  const folders = parts.map((part) => part.folder)
  await mergeRestrictions(folders, tileFolder)
  await rm(cutFolder, { recursive: true })
  return paths.length
}

/** Plans the parts and writes their extracts. */
async function cutParts(
  { osm, count, partsFolder, signal, onProgress }: PartsBuild,
  cutFolder: string,
): Promise<{ parts: Part[]; datasetId: number }> {
  const membership = await assignToParts(osm, count.parts, {
    signal,
    onProgress: (fraction) => onProgress(fraction * done.assigned),
  })
  const folders = membership.parts.map((_, i) => join(cutFolder, `${i + 1}`))
  for (const each of folders) await mkdir(each, { recursive: true })
  const output = (part: number, i: number): string => join(folders[part]!, `extract-${i}.osm.pbf`)
  const { paths, datasetId } = await cutExtracts(osm, membership, output, {
    signal,
    onProgress: (fraction) => onProgress(done.assigned + fraction * (done.cut - done.assigned)),
  })
  const parts = membership.parts.map(
    (tiles, i): Part => ({
      name: `part ${i + 1} of ${folders.length}`,
      folder: join(partsFolder, `part-${i + 1}-of-${folders.length}`),
      osm: paths[i]!,
      tiles: tiles.map((tile) => tileName(2 + 8 * tile)),
    }),
  )
  return { parts, datasetId }
}

/** Runs the builder over one part. Gives the names of its own tiles; a part without roads has none. */
async function buildPart(build: PartsBuild, part: Part, signal: AbortSignal): Promise<string[]> {
  const { adminPath, elevationFolder, count } = build
  const paths = { tileFolder: join(part.folder, 'tiles'), adminPath, elevationFolder }
  await mkdir(paths.tileFolder)
  const config = await writeBuilderConfig(part.folder, { ...paths, threads: count.threads })
  const names = namesOf(build).map((name) => `${name} (${part.name})`)
  let hasRoads = true
  await runBuilder(
    'valhalla_build_tiles',
    ['-c', config, '--end', lastStage, ...part.osm],
    { osm: part.osm, names, folder: part.folder, signal },
    (line) => {
      if (saysNoRoads(line)) hasRoads = false
    },
  ).catch((error: unknown) => {
    if (hasRoads) throw error
  })
  return await keepResults(part)
}

/** Keeps the part's own tiles and its restrictions, and removes all else. */
async function keepResults({ folder, tiles }: Part): Promise<string[]> {
  const from = join(folder, 'tiles')
  const kept: string[] = []
  for (const tile of tiles) {
    if (!existsSync(join(from, tile))) continue
    const path = join(folder, tile)
    await mkdir(dirname(path), { recursive: true })
    await rename(join(from, tile), path)
    kept.push(tile)
  }
  await keepRestrictions(from, folder)
  await rm(from, { recursive: true })
  return kept
}

/** Copies tiles, which the builder goes on to change, to the whole. Returns their paths there. */
async function addTiles(tiles: readonly string[], from: string, to: string): Promise<string[]> {
  const paths = tiles.map((tile) => join(to, tile))
  for (const [i, path] of paths.entries()) {
    await mkdir(dirname(path), { recursive: true })
    await copyFile(join(from, tiles[i]!), path, constants.COPYFILE_FICLONE)
  }
  return paths
}

/** Removes finished parts. */
export async function removeParts(partsFolder: string): Promise<void> {
  for (const name of await readdir(partsFolder))
    if (/^part-\d+-of-\d+/.test(name)) await rm(join(partsFolder, name), { recursive: true })
}
