import { osm } from '@versatiles/style'

/** A layer of a style; only what is changed here is typed. */
interface StyleLayer {
  id: string
  source?: string
  minzoom?: number
  layout?: Record<string, unknown>
  paint?: Record<string, unknown>
}

/** The layers of the map and its sky, for the page to add sources to. */
export interface BaseStyle {
  layers: StyleLayer[]
  sky?: unknown
}

/** The name of the source of the region's tiles. */
const tilesSource = 'region'
/** From this zoom level places of interest have their names. */
const interestZoom = 16

/**
 * The theme of the map. Made with the page rather than in it: the generator is larger than its result, and
 * its addresses of other hosts for tiles, fonts and icons are left behind.
 */
export function baseStyle(isDark: boolean): BaseStyle {
  const { layers, sky } = osm({ theme: isDark ? 'colorful-dark' : 'colorful' })
  return { layers: (layers as StyleLayer[]).flatMap(ownLayer), sky: isDark ? undefined : sky }
}

/** A layer on our source and without the theme's icons and patterns. */
function ownLayer(layer: StyleLayer): StyleLayer[] {
  if (layer.source === undefined) return [layer]
  const { layout = {}, paint = {} } = layer
  if (Object.keys(paint).some((name) => name.endsWith('-pattern'))) return []
  const { 'icon-image': icon, ...words } = layout
  if (icon !== undefined && words['text-field'] === undefined) return []
  const isInterest = layer.id.startsWith('poi-')
  return [
    {
      ...layer,
      ...(isInterest && { minzoom: interestZoom }),
      source: tilesSource,
      layout: words,
      paint: isInterest ? { ...withoutIcon(paint), 'text-opacity': 0.9 } : withoutIcon(paint),
    },
  ]
}

function withoutIcon(paint: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(paint).filter(([name]) => !name.startsWith('icon-')))
}
