import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds } from '#ground/geo'
import {
  type EngineRun,
  findBuilder,
  listNames,
  runBuilder,
  saysNoRoads,
  writeBuilderConfig,
} from './engine/index.ts'
import { RegionError } from './errors.ts'
import { type BuiltParts, buildInParts, type PartCount, removeParts } from './parts/index.ts'
import { writeTimeZones } from './time-zones/index.ts'

/** Log lines of the tile builder at the start of a step, and the fraction of its work done by then. */
const milestones: [text: string, fraction: number][] = [
  ['Parsing files for relations', 0.2],
  ['Parsing files for nodes', 0.25],
  ['Creating graph edges', 0.4],
  ['Building ', 0.45],
  ['Enhancing local graph', 0.55],
  ['HierarchyBuilder', 0.65],
  ['Creating shortcuts', 0.7],
  ['Adding elevation', 0.8],
  ['Adding complex turn restrictions', 0.9],
  ['Validating, finishing and binning', 0.95],
]

/** Fraction done before the first step that needs all tiles. */
const firstHierarchy = milestones.find(([text]) => text === 'HierarchyBuilder')![1]

/** Returns the message for extracts without usable roads. */
function describeNoRoads(osm: readonly string[]): string {
  return `There are no roads that the routing engine can use in ${osm.join(', ')}.`
}

/** A run of the engine's builders; `folder` is for `tiles/` and temporary files. */
export interface EngineBuild extends EngineRun {
  elevationFolder: string | undefined
  /** Number of parts to build the tiles in, and of parallel ones; one part by default. */
  parts?: PartCount | undefined
  /**
   * Folder for finished parts while the tiles are built, so that a killed build can be resumed; `folder` by default.
   */
  partsFolder?: string
  /** Parts that are already built, instead of `parts`: neither boundaries nor the contents of `osm` are needed. */
  builtParts?: BuiltParts | undefined
  onWarning?(text: string): void
  /** Receives the finished fraction of the tile builder's work. */
  onProgress(fraction: number): void
}

/** A build of the engine's data: `admins` first, then `tiles`. */
export interface EngineBuilder {
  /** Builds country borders, for the driving side and national rules. Returns a warning, if any. */
  admins(): Promise<string | undefined>
  /** Adds time zones within these boxes, for departure times; call it after `admins`. Returns a warning, if any. */
  timeZones(boxes: readonly Bounds[]): string | undefined
  /** Builds the road graph. Returns the folder of its tiles. */
  tiles(): Promise<string>
}

/** Prepares a build with the engine's programs, which log to `engine.log` in the folder. */
export async function prepareEngineBuilder(build: EngineBuild): Promise<EngineBuilder> {
  const { osm, folder, elevationFolder, parts, partsFolder = folder, builtParts } = build
  const tileFolder = join(folder, 'tiles')
  const adminPath = join(folder, 'admin.sqlite')
  await mkdir(tileFolder, { recursive: true })
  const config = await writeBuilderConfig(folder, { tileFolder, adminPath, elevationFolder })
  const { signal } = build
  const onPartsProgress = (done: number): void => build.onProgress(done * firstHierarchy)
  const finishTiles = (built: number): Promise<void> => {
    if (built === 0) throw new RegionError(describeNoRoads(listNames(build)))
    return runTiles(build, ['-c', config, '--start', 'hierarchy', ...osm])
  }
  return {
    async admins() {
      if (!existsSync(findBuilder('valhalla_build_admins')))
        return 'The engine has no boundary builder on this platform: driving side and national rules are defaults.'
      let areas = 0
      await runBuilder('valhalla_build_admins', ['-c', config, ...osm], build, (line) => {
        areas = Number(/Inserted (\d+) admin areas/.exec(line)?.[1] ?? areas)
      })
      return areas > 0
        ? undefined
        : 'The extract has no complete country boundary: driving side and national rules are defaults.'
    },
    timeZones(boxes) {
      // Without a boundary builder there is no database, and a warning already says so.
      if (!existsSync(adminPath)) return undefined
      try {
        writeTimeZones(adminPath, boxes)
        return undefined
      } catch (error) {
        return `The time zones of the region could not be stored, so that closures by the hour are not known: ${(error as Error).message}`
      }
    },
    async tiles() {
      if (builtParts) {
        const options = { folder, signal, onProgress: onPartsProgress }
        const built = await builtParts.addTo(tileFolder, options)
        await finishTiles(built).catch((error: unknown) => {
          signal?.throwIfAborted()
          throw new RegionError(
            `The road graph cannot be finished from these parts; build the region on one machine, which can make it as a whole: ${(error as Error).message}`,
            { cause: error },
          )
        })
        return tileFolder
      }
      if (parts && parts.parts > 1) {
        const shared = { tileFolder, partsFolder, adminPath, elevationFolder, count: parts }
        const built = await buildInParts({ ...build, ...shared, onProgress: onPartsProgress })
        const isBuilt = await finishTiles(built).then(
          () => true,
          (error: unknown) => {
            signal?.throwIfAborted()
            build.onWarning?.(
              `The parts of the road graph do not fit together, so it was built as a whole: ${(error as Error).message}`,
            )
            return false
          },
        )
        await removeParts(partsFolder)
        if (isBuilt) return tileFolder
        await rm(tileFolder, { recursive: true })
        await mkdir(tileFolder)
      }
      await runTiles(build, ['-c', config, ...osm])
      const files = await readdir(tileFolder, { recursive: true })
      if (!files.some((file) => file.endsWith('.gph')))
        throw new RegionError(describeNoRoads(listNames(build)))
      return tileFolder
    },
  }
}

/**
 * Runs the tile builder.
 *
 * @throws RegionError; an extract without roads has a message of its own.
 */
async function runTiles(build: EngineBuild, args: string[]): Promise<void> {
  let hasRoads = true
  const watch = (line: string): void => {
    if (saysNoRoads(line)) hasRoads = false
    const milestone = milestones.find(([text]) => line.includes(`[INFO] ${text}`))
    if (milestone) build.onProgress(milestone[1])
  }
  await runBuilder('valhalla_build_tiles', args, build, watch).catch((error: unknown) => {
    throw hasRoads ? error : new RegionError(describeNoRoads(listNames(build)))
  })
}
