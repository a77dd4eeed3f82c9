/** The fields of the engine's answers that are read here. Lengths are kilometres, times seconds. */

export interface EngineSummary {
  /** Kilometres, three decimals. */
  length: number
  time: number
  /** What the engine minimises: seconds, weighted by preferences. */
  cost: number
  has_toll: boolean
  has_highway: boolean
  has_ferry: boolean
  /** Whether a road on the way is closed at times; only in a query without `date_time`. */
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
  /** Metres; one every `elevation_interval` and one at the end. */
  elevation?: number[]
  elevation_interval?: number
}

export interface EngineTrip {
  locations: {
    lat: number
    lon: number
    original_index: number
    /** With `date_time` in the query: local, to the minute. */
    date_time?: string
    /** As `+02:00`; absent where the tiles have no time zones. */
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

/** A directed edge at the point a location was snapped to. */
export interface EngineLocateEdge {
  correlated_lat: number
  correlated_lon: number
  /** This and what follows only in a verbose answer. Metres. */
  distance?: number
  /** Roads that lead to this one and away from it, counted up to the engine's minimum reachability. */
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
  /** Nearest first. */
  edges: EngineLocateEdge[] | null
  nodes: object[] | null
}

/** The compact matrix. A `null` duration means that there is no way, whatever the distance says. */
export interface EngineMatrix {
  sources_to_targets: {
    /** Kilometres, three decimals. */
    distances: (number | null)[][]
    /** Whole seconds. */
    durations: (number | null)[][]
  }
}
