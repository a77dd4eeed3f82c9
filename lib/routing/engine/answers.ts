/** Fields of the engine's answers that are read here. Lengths are in kilometres, times in seconds. */

export interface EngineSummary {
  /** Kilometres, three decimals. */
  length: number
  time: number
  /** Quantity that the engine minimises: seconds, weighted by preferences. */
  cost: number
  has_toll: boolean
  has_highway: boolean
  has_ferry: boolean
  /** Whether a road of the route is closed at times. Only present for a query without `date_time`. */
  has_time_restrictions?: boolean
  min_lat: number
  min_lon: number
  max_lat: number
  max_lon: number
}

export interface EngineSignElement {
  text: string
}

export interface EngineManeuver {
  type: number
  instruction: string
  verbal_transition_alert_instruction?: string
  verbal_pre_transition_instruction?: string
  street_names?: string[]
  bearing_before?: number
  bearing_after?: number
  time: number
  length: number
  begin_shape_index: number
  end_shape_index: number
  travel_mode: string
  roundabout_exit_count?: number
  toll?: boolean
  highway?: boolean
  ferry?: boolean
  rough?: boolean
  sign?: {
    exit_number_elements?: EngineSignElement[]
    exit_branch_elements?: EngineSignElement[]
    exit_toward_elements?: EngineSignElement[]
    exit_name_elements?: EngineSignElement[]
  }
  /** Bit masks. */
  lanes?: { directions: number; valid?: number; active?: number }[]
}

export interface EngineLeg {
  maneuvers: EngineManeuver[]
  summary: EngineSummary
  /** Encoded polyline, precision 6. */
  shape: string
  /** Heights in metres: one every `elevation_interval` and one at the end. */
  elevation?: number[]
  elevation_interval?: number
}

export interface EngineTrip {
  locations: {
    lat: number
    lon: number
    original_index: number
    /** Local time, to the minute. Only present for a query with `date_time`. */
    date_time?: string
    /** Such as `+02:00`; absent when the tiles have no time zones. */
    time_zone_offset?: string
  }[]
  legs: EngineLeg[]
  summary: EngineSummary
  language: string
}

export interface EngineRoute {
  trip: EngineTrip
  alternates?: { trip: EngineTrip }[]
}

/** A directed edge at the snapped position of a location. */
export interface EngineLocateEdge {
  correlated_lat: number
  correlated_lon: number
  /** Metres. This field and the following ones are present only in a verbose answer. */
  distance?: number
  /** Number of roads that lead to this one and away from it, counted up to the engine's minimum reachability. */
  inbound_reach?: number
  outbound_reach?: number
  edge_id?: { value: number }
  edge_info?: { way_id: number; names: string[]; mean_elevation: number | null }
  edge?: {
    speeds: { default: number }
    classification: { classification: string; surface: string; use: string }
  }
}

export interface EngineLocateItem {
  /** Sorted by distance, the nearest first. */
  edges: EngineLocateEdge[] | null
  nodes: object[] | null
}

/** The compact matrix. A `null` duration means that no route exists, whatever the distance. */
export interface EngineMatrix {
  sources_to_targets: {
    /** Kilometres, three decimals. */
    distances: (number | null)[][]
    /** Whole seconds. */
    durations: (number | null)[][]
  }
}
