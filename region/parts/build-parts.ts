import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tileName } from '../../lib/tile-archive/index.ts'
import { engineBuildConfig } from '../engine-config.ts'
import { type EngineRun, namesOf, runBuilder, saysNoRoads } from '../engine-program.ts'
import { cutExtracts } from './cut-extracts.ts'
import { assignToParts } from './membership.ts'
import type { PartCount } from './part-count.ts'
import { keepRestrictions, mergeRestrictions } from './restriction-files.ts'
import { checksumOf, readDatasetId, writeNumbers } from './tile-header.ts'

export interface PartsBuild extends EngineRun {
  /** The tiles of the whole. */
  tileFolder: string
  adminPath: string
  elevationFolder: string | undefined
  count: PartCount
  onProgress(fraction: number): void
}

/** One part on its way through the builder. */
interface Part {
  name: string
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
  const partsFolder = join(folder, 'parts')
  const { parts, datasetId } = await cutParts(build, partsFolder)

  let finished = 0
  const waiting = [...parts]
  const moved: string[] = []
  const work = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      await buildPart(build, part, signal)
      moved.push(...(await keepResults(part, tileFolder)))
      onProgress(done.cut + (++finished / parts.length) * (1 - done.cut))
    }
  }
  const workers = Array.from({ length: count.atOnce }, () =>
    work().catch((error: unknown) => failure.abort(error)),
  )
  await Promise.all(workers)
  signal.throwIfAborted()

  let largest = BigInt(datasetId)
  for (const tile of moved) {
    const id = await readDatasetId(tile)
    if (id > largest) largest = id
  }
  const numbers = { datasetId: largest, checksum: await checksumOf(osm) }
  for (const tile of moved) await writeNumbers(tile, numbers)
  const folders = parts.map((part) => part.folder)
  await mergeRestrictions(folders, tileFolder)
  await rm(partsFolder, { recursive: true })
  return moved.length
}

/** Plans the parts and writes their extracts. */
async function cutParts(
  { osm, count, signal, onProgress }: PartsBuild,
  partsFolder: string,
): Promise<{ parts: Part[]; datasetId: number }> {
  const membership = await assignToParts(osm, count.parts, {
    signal,
    onProgress: (fraction) => onProgress(fraction * done.assigned),
  })
  const folders = membership.parts.map((_, i) => join(partsFolder, `${i + 1}`))
  for (const each of folders) await mkdir(each, { recursive: true })
  const output = (part: number, i: number): string => join(folders[part]!, `extract-${i}.osm.pbf`)
  const { paths, datasetId } = await cutExtracts(osm, membership, output, {
    signal,
    onProgress: (fraction) => onProgress(done.assigned + fraction * (done.cut - done.assigned)),
  })
  const parts = membership.parts.map(
    (tiles, i): Part => ({
      name: `part ${i + 1} of ${folders.length}`,
      folder: folders[i]!,
      osm: paths[i]!,
      tiles: tiles.map((tile) => tileName(2 + 8 * tile)),
    }),
  )
  return { parts, datasetId }
}

/** Runs the builder over one part. A part without roads has no tiles. */
async function buildPart(build: PartsBuild, part: Part, signal: AbortSignal): Promise<void> {
  const { adminPath, elevationFolder, count } = build
  const config = join(part.folder, 'engine.json')
  const paths = { tileFolder: join(part.folder, 'tiles'), adminPath, elevationFolder }
  await mkdir(paths.tileFolder)
  await writeFile(config, JSON.stringify(engineBuildConfig({ ...paths, threads: count.threads })))
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
}

/** Moves the part's own tiles to the whole and its restrictions out of the way, and removes all else. */
async function keepResults(part: Part, tileFolder: string): Promise<string[]> {
  const from = join(part.folder, 'tiles')
  const moved: string[] = []
  for (const tile of part.tiles) {
    if (!existsSync(join(from, tile))) continue
    const path = join(tileFolder, tile)
    await mkdir(dirname(path), { recursive: true })
    await rename(join(from, tile), path)
    moved.push(path)
  }
  await keepRestrictions(from, part.folder)
  await rm(from, { recursive: true })
  for (const extract of part.osm) await rm(extract)
  return moved
}
