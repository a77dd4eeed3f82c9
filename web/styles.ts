import { osm } from '@versatiles/style'
import { iconOf } from './icons.ts'

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
/** Where the name of an icon stands, and which of the two gives way. */
const belowIcon = { 'text-anchor': 'top', 'text-offset': [0, 0.9], 'text-optional': true }
/** From this zoom level places of interest have their names. */
const interestZoom = 16

/**
 * The theme of the map. Made with the page rather than in it: the generator is larger than its result, and
 * its addresses of other hosts for tiles, fonts and icons are left behind.
 */
export function baseStyle(isDark: boolean): BaseStyle {
  const { layers, sky } = osm({ theme: isDark ? 'colorful-dark' : 'colorful' })
  const own = (layers as StyleLayer[]).flatMap(ownLayer)
  return isDark ? { layers: own.map(withLegibleWater) } : { layers: own, sky }
}

/** The dark theme's names of waters are grey with a black halo: too dark to read. */
function withLegibleWater(layer: StyleLayer): StyleLayer {
  const isName = layer.id.startsWith('label-water-')
  return isName ? { ...layer, paint: { ...layer.paint, 'text-color': '#9cc3e6' } } : layer
}

/** The icons that the theme names and that there are. */
export function iconNames(): string[] {
  const images = osm({ theme: 'colorful' }).layers.flatMap((layer) =>
    [(layer as StyleLayer).layout?.['icon-image']].flat(Number.POSITIVE_INFINITY),
  )
  return images.flatMap((image) => (isImage(image) ? (iconOf(image) ?? []) : []))
}

/** A layer on our source, with our icons and without the theme's patterns. */
function ownLayer(layer: StyleLayer): StyleLayer[] {
  if (layer.source === undefined) return [layer]
  const { layout = {}, paint = {} } = layer
  if (Object.keys(paint).some((name) => name.endsWith('-pattern'))) return []
  const { 'icon-image': icon, 'icon-size': _, ...words } = layout
  if (icon !== undefined && words['text-field'] === undefined) return []
  const isInterest = layer.id.startsWith('poi-')
  return [
    {
      ...layer,
      ...(isInterest && { minzoom: interestZoom }),
      source: tilesSource,
      layout: icon === undefined ? words : { ...words, ...belowIcon, 'icon-image': ownIcons(icon) },
      paint: isInterest ? { ...withoutIcon(paint), 'text-opacity': 0.9 } : withoutIcon(paint),
    },
  ]
}

/** The images of an expression as ours; none for what has no icon. */
function ownIcons(expression: unknown): unknown {
  if (Array.isArray(expression)) return expression.map(ownIcons)
  return isImage(expression) ? (iconOf(expression) ?? '') : expression
}

function isImage(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('base:')
}

function withoutIcon(paint: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(paint).filter(([name]) => !name.startsWith('icon-')))
}
