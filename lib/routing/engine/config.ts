import { type TravelType, travelTypes } from '#routing/schemas'

/** Maximum distance of a routable location from a usable road, metres. */
export const maxSnapDistanceMeters = 2_000

/** A road is an island of the network if fewer roads than this can be reached from it or lead to it. */
export const minReach = 50

/** Maximum straight-line distance over all locations of a request, metres, by travel type. */
export const maxDistanceMeters = {
  auto: 5_000_000,
  bicycle: 500_000,
  pedestrian: 250_000,
  bus: 5_000_000,
  truck: 5_000_000,
} as const satisfies Record<TravelType, number>

/** Maximum straight-line distance between a source and a target of a matrix, metres. */
export const maxMatrixDistanceMeters = {
  auto: 1_000_000,
  bicycle: 500_000,
  pedestrian: 250_000,
  bus: 1_000_000,
  truck: 1_000_000,
} as const satisfies Record<TravelType, number>

/** Maximum number of pairs of a source and a target of a matrix; 50 stops to optimise make 50 x 50. */
export const maxMatrixPairs = 2_500

/** Costings that no operation offers. The engine requires limits for them too. */
const unusedCostings = ['bikeshare', 'motor_scooter', 'motorcycle', 'multimodal', 'taxi', 'transit']

function makeLimits(max_distance: number, max_matrix_distance: number) {
  return {
    max_distance,
    max_locations: 50,
    max_matrix_distance,
    max_matrix_location_pairs: maxMatrixPairs,
  }
}

function makeCostingLimits() {
  const unused = unusedCostings.map((costing) => [costing, makeLimits(1, 1)] as const)
  const used = travelTypes.map(
    (travel) =>
      [travel, makeLimits(maxDistanceMeters[travel], maxMatrixDistanceMeters[travel])] as const,
  )
  return Object.fromEntries([...unused, ...used])
}

const serviceLimits = {
  ...makeCostingLimits(),
  pedestrian: {
    ...makeLimits(maxDistanceMeters.pedestrian, maxMatrixDistanceMeters.pedestrian),
    max_transit_walking_distance: 10_000,
    min_transit_walking_distance: 1,
  },
  allow_hard_exclusions: true,
  centroid: { max_distance: 200_000, max_locations: 5 },
  hierarchy_limits: { allow_modification: false },
  isochrone: {
    max_contours: 4,
    max_distance: 25_000,
    // Kilometres and minutes.
    max_distance_contour: 100,
    max_locations: 1,
    max_time_contour: 120,
  },
  max_alternates: 3,
  max_distance_disable_hierarchy_culling: 0,
  max_exclude_locations: 50,
  max_exclude_polygons_length: 1e9,
  max_radius: maxSnapDistanceMeters,
  max_reachability: 100,
  max_timedep_distance: 500_000,
  max_timedep_distance_matrix: 500_000,
  skadi: { max_shape: 750_000, min_resample: 1 },
  status: { allow_verbose: false },
  trace: {
    max_alternates: 3,
    max_alternates_shape: 100,
    max_distance: 500_000,
    max_gps_accuracy: 100,
    max_search_radius: 100,
    max_shape: 20_000,
  },
}

/**
 * Builds the engine's run-time configuration. Values are the engine's defaults except for:
 *
 * - higher limits where an operation needs them;
 * - a search that stops after {@link maxSnapDistanceMeters} instead of 35 km;
 * - less memory kept between requests, since the defaults are meant for continents;
 * - hard exclusions, which are allowed;
 * - no log, since standard output belongs to the process.
 *
 * @param tileExtract Path of a `routing.tar`, read through a memory map.
 */
export function buildEngineConfig(tileExtract: string) {
  const logging = { type: '' }
  return {
    additional_data: { elevation: '' },
    loki: {
      actions: [
        'locate',
        'route',
        'height',
        'sources_to_targets',
        'optimized_route',
        'isochrone',
        'expansion',
        'trace_route',
        'trace_attributes',
        'status',
      ],
      logging,
      service_defaults: {
        heading_tolerance: 60,
        minimum_reachability: minReach,
        node_snap_tolerance: 5,
        radius: 0,
        search_cutoff: maxSnapDistanceMeters,
        street_side_max_distance: 1_000,
        street_side_tolerance: 5,
      },
      use_connectivity: true,
    },
    meili: {
      auto: { search_radius: 50, turn_penalty_factor: 200 },
      bicycle: { turn_penalty_factor: 140 },
      customizable: [
        'mode',
        'search_radius',
        'turn_penalty_factor',
        'gps_accuracy',
        'interpolation_distance',
        'sigma_z',
        'beta',
        'max_route_distance_factor',
        'max_route_time_factor',
        'breakage_distance',
      ],
      default: {
        beta: 3,
        breakage_distance: 2_000,
        geometry: false,
        gps_accuracy: 5,
        interpolation_distance: 10,
        max_route_distance_factor: 5,
        max_route_time_factor: 5,
        max_search_radius: 100,
        route: true,
        search_radius: 50,
        sigma_z: 4.07,
        turn_penalty_factor: 0,
      },
      grid: { cache_size: 100_240, size: 500 },
      logging,
      mode: 'auto',
      multimodal: { turn_penalty_factor: 70 },
      pedestrian: { search_radius: 50, turn_penalty_factor: 100 },
      verbose: false,
    },
    mjolnir: {
      global_synchronized_cache: false,
      hierarchy: true,
      logging,
      // Tiles are kept for one call. With a tar that costs nothing, and a cache of tiles changes them between calls.
      max_cache_size: 1,
      shortcuts: true,
      tile_dir: '',
      tile_extract: tileExtract,
      use_simple_mem_cache: true,
    },
    odin: {
      logging,
      markup_formatter: { markup_enabled: false },
    },
    service_limits: serviceLimits,
    thor: {
      bidirectional_astar: {
        alternative_cost_extend: 1.2,
        alternative_iterations_delta: 100_000,
        threshold_delta: 420,
      },
      clear_reserved_memory: true,
      costmatrix: {
        // As for routes, the second pass finds destinations behind residents-only roads.
        allow_second_pass: true,
        check_reverse_connection: true,
        // A search uses up the default of 100 changes to larger roads within a city and misses local routes. In
        // Porto, 6 % of the cells by car were over 2 % too slow; with 300 changes under 1 % were.
        hierarchy_limits: { max_up_transitions: { 1: 400, 2: 300 } },
        // The first route found is not always the best: in a small region the default of 100 misses it.
        max_iterations: 1_400,
        max_reserved_locations: 25,
        min_iterations: 1_000,
      },
      extended_search: false,
      logging,
      max_reserved_labels_count_astar: 200_000,
      max_reserved_labels_count_bidir_astar: 100_000,
      max_reserved_labels_count_bidir_dijkstras: 200_000,
      // For each source of a matrix on foot or by bicycle. The default of 400,000 takes longer to allocate and free.
      max_reserved_labels_count_dijkstras: 50_000,
      source_to_target_algorithm: 'select_optimal',
    },
  }
}

export type EngineConfig = ReturnType<typeof buildEngineConfig>
