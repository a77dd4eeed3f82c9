import type { AttributeValue } from '../vector-tile.ts'

/** Maps are drawn from tiles of this zoom level also when they are nearer. */
export const maxZoom = 14

/** The layers in the order of tiles: those of Shortbread 1.0, and `peaks`. */
export const layerNames = [
  ...(['ocean', 'water_polygons', 'land', 'sites', 'dam_polygons', 'pier_polygons'] as const),
  ...(['water_lines', 'dam_lines', 'pier_lines', 'street_polygons', 'bridges'] as const),
  ...(['buildings', 'streets', 'aerialways', 'ferries', 'boundaries', 'addresses'] as const),
  ...(['water_polygons_labels', 'water_lines_labels', 'street_labels'] as const),
  ...(['street_labels_points', 'streets_polygons_labels', 'boundary_labels'] as const),
  ...(['place_labels', 'public_transport', 'pois', 'peaks'] as const),
]

export type LayerName = (typeof layerNames)[number]

/** One drawing of an object. Attributes without a value are left out. */
export interface Placement {
  layer: LayerName
  /** The lowest zoom level with it. */
  minZoom: number
  attributes: Record<string, AttributeValue | undefined>
  /** Of an area: drawn at a point inside. */
  isLabel?: boolean
  /** The attribute `way_area`, square metres, is wanted. */
  withArea?: boolean
  /** Within its layer in a tile, lowest first. */
  order?: number
}

/** Words of a table, separated by spaces. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}
