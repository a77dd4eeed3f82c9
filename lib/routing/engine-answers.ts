/** What the engine answers, as far as it is read here. Lengths are kilometres, times seconds. */

export interface EngineSummary {
  /** Kilometres, three decimals. */
  length: number
  time: number
  has_toll: boolean
  has_highway: boolean
  has_ferry: boolean
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
  locations: { lat: number; lon: number; original_index: number }[]
  legs: EngineLeg[]
  summary: EngineSummary
  language: string
}

export interface EngineRoute {
  trip: EngineTrip
  alternates?: { trip: EngineTrip }[]
}

export interface EngineLocateItem {
  edges: object[] | null
  nodes: object[] | null
}
