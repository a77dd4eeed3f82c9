import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readEngineRules } from './rules.ts'

export interface BuilderConfig {
  tileFolder: string
  adminPath: string
  elevationFolder: string | undefined
  /** Threads of a builder; one for each core by default. */
  threads?: number
}

/**
 * Writes the configuration of the engine's builders into a folder.
 *
 * @returns The path of the file.
 */
export async function writeBuilderConfig(folder: string, config: BuilderConfig): Promise<string> {
  const rules = await readEngineRules()
  const rulesPath = join(folder, 'rules.lua')
  if (rules !== undefined) await writeFile(rulesPath, rules)
  const path = join(folder, 'engine.json')
  const options = makeBuildConfig(config, rules === undefined ? undefined : rulesPath)
  await writeFile(path, JSON.stringify(options))
  return path
}

/** Returns the defaults of Valhalla 3.6.1, complete because the builders require every value. */
function makeBuildConfig(
  paths: BuilderConfig,
  rulesPath: string | undefined,
): Record<string, unknown> {
  return {
    mjolnir: {
      tile_dir: paths.tileFolder,
      admin: paths.adminPath,
      timezone: paths.adminPath,
      concurrency: paths.threads ?? availableParallelism(),
      // Estimated number of boundary ids to keep. The default, a thousand times as many ids, takes 0.5 GB and 1 s.
      id_table_size: 1_000_000,
      ...(rulesPath !== undefined && { graph_lua_name: rulesPath }),
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
