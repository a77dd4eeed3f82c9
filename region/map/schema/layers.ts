import type { AttributeValue } from '../vector-tile.ts'

/** Highest zoom level of the tiles; nearer maps are drawn from these tiles too. */
export const maxZoom = 14

/** Layers in the order of tiles: the layers of Shortbread 1.0, and `peaks`. */
export const layerNames = [
  ...(['ocean', 'water_polygons', 'land', 'sites', 'dam_polygons', 'pier_polygons'] as const),
  ...(['water_lines', 'dam_lines', 'pier_lines', 'street_polygons', 'bridges'] as const),
  ...(['buildings', 'streets', 'aerialways', 'ferries', 'boundaries', 'addresses'] as const),
  ...(['water_polygons_labels', 'water_lines_labels', 'street_labels'] as const),
  ...(['street_labels_points', 'streets_polygons_labels', 'boundary_labels'] as const),
  ...(['place_labels', 'public_transport', 'pois', 'peaks'] as const),
]

export type LayerName = (typeof layerNames)[number]

/** A drawing of an object. Attributes without a value are left out. */
export interface Placement {
  layer: LayerName
  /** Lowest zoom level that shows the drawing. */
  minZoom: number
  attributes: Record<string, AttributeValue | undefined>
  /** Whether an area is drawn as a label, at a point inside. */
  isLabel?: boolean
  /** Whether to add the attribute `way_area`, in square metres. */
  withArea?: boolean
  /** Drawing order within its layer in a tile, lowest first. */
  order?: number
}

/** Splits a list at spaces into words. */
export function splitWords(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}
