import { availableParallelism } from 'node:os'

/**
 * Configuration of the engine's builders: the defaults of Valhalla 3.6.1, complete because the builders
 * require every value.
 */
export function engineBuildConfig(paths: {
  tileFolder: string
  adminPath: string
  elevationFolder: string | undefined
  /** Threads of a builder; default: one a core. */
  threads?: number
}): Record<string, unknown> {
  return {
    mjolnir: {
      tile_dir: paths.tileFolder,
      admin: paths.adminPath,
      timezone: paths.adminPath,
      concurrency: paths.threads ?? availableParallelism(),
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
