import type { Feature } from '#ground/geo'

/** How a shape is drawn. */
export interface DrawnProperties {
  kind: 'route' | 'alternate' | 'area' | 'trace' | 'place' | 'dot' | 'cell'
  /** CSS colour; by default that of the kind. */
  color?: string
  /** Opacity of an area. */
  opacity?: number
  label?: string
  /** Its name in the list of what is drawn; shapes with the same name are one entry, those with none are left out. */
  item?: string
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
  /** What that line takes, in a few words. */
  summary?: string
}
