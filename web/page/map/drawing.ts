import type { Feature } from '../../../lib/geo/index.ts'

/** How a shape is drawn. */
export interface DrawnProperties {
  kind: 'route' | 'alternate' | 'area' | 'trace' | 'place' | 'cell'
  /** CSS colour; by default that of the kind. */
  color?: string
  /** Opacity of an area. */
  opacity?: number
  label?: string
  /** Pixels beside the line, so that routes on one road are seen. */
  offset?: number
  /** Of a route: the leg, for a new stop on it. */
  leg?: number
  /** Of an alternate: its number. */
  alternate?: number
  [name: string]: unknown
}

export type DrawnFeature = Feature & { properties: DrawnProperties }

/** What a view shows on the map. */
export interface Drawing {
  features: readonly DrawnFeature[]
  /** The line that profile and turns belong to: longitudes and latitudes. */
  line?: readonly (readonly [lon: number, lat: number])[]
}
