import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type EngineRun,
  listNames,
  runBuilder,
  saysNoRoads,
  writeBuilderConfig,
} from '../engine/index.ts'
import { keepRestrictions } from './restriction-files.ts'

/** A part to be built by the engine's builder. */
export interface GraphPart {
  /** For messages, for example `part 3 of 12`. */
  name: string
  /**
   * Folder that is empty at first, and then contains the part's own tiles, as in the engine's folder, and its
   * restrictions.
   */
  folder: string
  osm: readonly string[]
  /** Names of its own tiles. */
  tiles: readonly string[]
}

export interface PartBuild extends Pick<EngineRun, 'osm' | 'names' | 'signal'> {
  adminPath: string
  elevationFolder: string | undefined
  threads: number
}

/**
 * Last stage run for a part. Stages up to Enhance need only the surroundings of a road. Filter does nothing, but saves
 * the notes of the stages.
 */
const lastStage = 'filter'

/**
 * Runs the builder for one part.
 *
 * @returns The names of its own tiles; a part without roads has none.
 * @throws RegionError that names the part.
 */
export async function buildPart(build: PartBuild, part: GraphPart): Promise<string[]> {
  const { adminPath, elevationFolder, threads, signal } = build
  const paths = { tileFolder: join(part.folder, 'tiles'), adminPath, elevationFolder }
  await mkdir(paths.tileFolder)
  const config = await writeBuilderConfig(part.folder, { ...paths, threads })
  const names = listNames(build).map((name) => `${name} (${part.name})`)
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

/** Keeps the part's own tiles and its restrictions, and removes everything else. */
async function keepResults({ folder, tiles }: GraphPart): Promise<string[]> {
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
