import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type EngineRun,
  namesOf,
  runBuilder,
  saysNoRoads,
  writeBuilderConfig,
} from '../engine/index.ts'
import { keepRestrictions } from './restriction-files.ts'

/** One part on its way through the builder. */
export interface GraphPart {
  /** For messages, for example `part 3 of 12`. */
  name: string
  /** Empty at first; afterwards it has the part's own tiles, as in the engine's folder, and its restrictions. */
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

/** Stages up to Enhance look at the surroundings of a road alone; filter does nothing, and saves the stages' notes. */
const lastStage = 'filter'

/**
 * Runs the builder over one part.
 *
 * @returns The names of its own tiles; a part without roads has none.
 * @throws RegionError that names the part.
 */
export async function buildPart(build: PartBuild, part: GraphPart): Promise<string[]> {
  const { adminPath, elevationFolder, threads, signal } = build
  const paths = { tileFolder: join(part.folder, 'tiles'), adminPath, elevationFolder }
  await mkdir(paths.tileFolder)
  const config = await writeBuilderConfig(part.folder, { ...paths, threads })
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
