import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Bounds } from '../lib/geo/index.ts'
import { RegionError } from './errors.ts'
import { writeTimeZones } from './time-zones/index.ts'

/** Only resolved, not loaded: loading the package would load the engine. */
const enginePackage = dirname(createRequire(import.meta.url).resolve('@valhallajs/valhallajs'))

/** The version of the routing engine, for example `3.6.1`. */
export const engineVersion: string = JSON.parse(
  readFileSync(join(enginePackage, 'package.json'), 'utf8'),
).version

function builderPath(program: string): string {
  return join(enginePackage, process.platform, process.arch, program)
}

/**
 * Configuration of the engine's builders: the defaults of Valhalla 3.6.1, complete because the builders
 * require every value.
 */
export function engineBuildConfig(paths: {
  tileFolder: string
  adminPath: string
  elevationFolder: string | undefined
}): Record<string, unknown> {
  return {
    mjolnir: {
      tile_dir: paths.tileFolder,
      admin: paths.adminPath,
      timezone: paths.adminPath,
      concurrency: availableParallelism(),
      id_table_size: 1_300_000_000,
      max_cache_size: 1_000_000_000,
      hierarchy: true,
      shortcuts: true,
      reclassify_links: true,
      include_driving: true,
      include_bicycle: true,
      include_pedestrian: true,
      include_driveways: true,
      include_construction: false,
      include_platforms: false,
      import_bike_share_stations: false,
      keep_all_osm_node_ids: false,
      keep_osm_node_ids: false,
      global_synchronized_cache: false,
      data_processing: {
        allow_alt_name: false,
        apply_country_overrides: true,
        grid_divisions_within_tile: 32,
        infer_internal_intersections: true,
        infer_turn_channels: true,
        scan_tar: false,
        use_admin_db: true,
        use_direction_on_ways: false,
        use_rest_area: false,
        use_urban_tag: false,
      },
      logging: { type: 'std_out', color: false },
    },
    ...(paths.elevationFolder ? { additional_data: { elevation: paths.elevationFolder } } : {}),
  }
}

/** Log lines at which the tile builder starts a step, and the fraction of its work done by then. */
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

/** The message for extracts without usable roads. */
function noRoads(osm: readonly string[]): string {
  return `There are no roads that the routing engine can use in ${osm.join(', ')}.`
}

export interface EngineBuild {
  osm: readonly string[]
  /** Names of the extracts in messages; default: their file names. */
  names?: readonly string[]
  /** For `tiles/` and temporary files. */
  folder: string
  elevationFolder: string | undefined
  signal?: AbortSignal | undefined
  /** Receives the fraction of the tile builder's work that is done. */
  onProgress(fraction: number): void
}

/** A build of the engine's data: `admins` first, then `tiles`. */
export interface EngineBuilder {
  /** Country borders, for the driving side and national rules; returns a warning, if any. */
  admins(): Promise<string | undefined>
  /** Time zones, for departure times, within these boxes; after `admins`. Returns a warning, if any. */
  timeZones(boxes: readonly Bounds[]): string | undefined
  /** The road graph; returns the folder of its tiles. */
  tiles(): Promise<string>
}

/** Prepares a build with the engine's programs, which log to `engine.log` in the folder. */
export async function engineBuilder(build: EngineBuild): Promise<EngineBuilder> {
  const { osm, folder, elevationFolder } = build
  const tileFolder = join(folder, 'tiles')
  const adminPath = join(folder, 'admin.sqlite')
  const config = join(folder, 'engine.json')
  await mkdir(tileFolder, { recursive: true })
  await writeFile(
    config,
    JSON.stringify(engineBuildConfig({ tileFolder, adminPath, elevationFolder })),
  )
  return {
    async admins() {
      if (!existsSync(builderPath('valhalla_build_admins')))
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
      // Without a boundary builder there is no database, of which a warning says so already.
      if (!existsSync(adminPath)) return undefined
      try {
        writeTimeZones(adminPath, boxes)
        return undefined
      } catch (error) {
        return `The time zones of the region could not be stored, so that closures by the hour are not known: ${(error as Error).message}`
      }
    },
    async tiles() {
      let hasRoads = true
      const watch = (line: string): void => {
        if (line.includes('Finished with 0 routable ways')) hasRoads = false
        const milestone = milestones.find(([text]) => line.includes(`[INFO] ${text}`))
        if (milestone) build.onProgress(milestone[1])
      }
      await runBuilder('valhalla_build_tiles', ['-c', config, ...osm], build, watch).catch(
        (error: unknown) => {
          // The builder crashes when there is no road at all.
          throw hasRoads ? error : new RegionError(noRoads(namesOf(build)))
        },
      )
      const files = await readdir(tileFolder, { recursive: true })
      if (!files.some((file) => file.endsWith('.gph')))
        throw new RegionError(noRoads(namesOf(build)))
      return tileFolder
    },
  }
}

function namesOf({ osm, names }: EngineBuild): readonly string[] {
  return names ?? osm.map((path) => basename(path))
}

/** The log line that best explains a failure: what was thrown, else the last error, else the last line. */
function failureReason(lines: readonly string[]): string {
  const said =
    lines.findLast((line) => line.includes('what():')) ??
    lines.findLast((line) => /\[(ERROR|FATAL)\]|terminate|exception/i.test(line)) ??
    lines.at(-1) ??
    'nothing'
  return said
    .replace(/^[\d/: .]*\[[A-Z]+\]/, '')
    .trim()
    .slice(0, 200)
}

const keptLines = 50

/** Runs one of the engine's programs to its end. */
async function runBuilder(
  program: string,
  args: string[],
  build: EngineBuild,
  onLine: (line: string) => void,
): Promise<void> {
  const { folder, signal } = build
  signal?.throwIfAborted()
  const log = createWriteStream(join(folder, 'engine.log'), { flags: 'a' })
  const builder = spawn(builderPath(program), args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lastLines: string[] = []
  for (const output of [builder.stdout, builder.stderr])
    createInterface({ input: output }).on('line', (line) => {
      log.write(`${line}\n`)
      lastLines.push(line)
      if (lastLines.length > keptLines) lastLines.shift()
      onLine(line)
    })
  const kill = (): void => void builder.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const end = await new Promise<number | string>((resolve, reject) => {
      builder.once('error', reject)
      builder.once('close', (code, killer) => resolve(killer ?? code ?? 'an unknown status'))
    })
    if (end === 0) return
    signal?.throwIfAborted()
    const how = typeof end === 'number' ? `exit code ${end}` : end
    throw new RegionError(
      `The routing engine cannot use ${namesOf(build).join(', ')}: damaged, or not plain OpenStreetMap data; download the file again, or from another source (${program}, ${how}: ${failureReason(lastLines)}).`,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new RegionError(
        `The routing engine has no ${program} for ${process.platform}/${process.arch}: build regions on Linux or on macOS with Apple silicon.`,
      )
    throw error
  } finally {
    signal?.removeEventListener('abort', kill)
    log.end()
  }
}
