import type { Feature } from '#ground/geo'

/** Style and labels of a drawn shape. */
export interface DrawnProperties {
  kind: 'route' | 'alternate' | 'area' | 'trace' | 'place' | 'dot' | 'cell'
  /** CSS colour; defaults to the colour of the shape's kind. */
  color?: string
  /** Opacity of an area, 0 to 1. */
  opacity?: number
  label?: string
  /**
   * Name in the list of drawn items. Shapes with the same name are one entry. An empty name hides the shape from the
   * list.
   */
  item?: string
  /** Sideways offset in pixels, so that routes on the same road stay visible. */
  offset?: number
  /** Index of the leg of a route. Dragging the line adds a stop to this leg. */
  leg?: number
  /** Number of an alternate route. */
  alternate?: number
  [name: string]: unknown
}

export type DrawnFeature = Feature & { properties: DrawnProperties }

/** The shapes that a view draws on the map. */
export interface Drawing {
  features: readonly DrawnFeature[]
  /** Line of the elevation profile and the directions. */
  line?: readonly (readonly [lon: number, lat: number])[]
  /** Time, distance and ascent of that line, in a few words. */
  summary?: string
}
