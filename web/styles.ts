import { osm } from '@versatiles/style'
import { findIcon } from './icons.ts'

/** A style layer. Only the properties that this module changes are typed. */
interface StyleLayer {
  id: string
  source?: string
  minzoom?: number
  layout?: Record<string, unknown>
  paint?: Record<string, unknown>
}

/** Layers and sky of the map theme, without sources: the page adds them. */
export interface BaseStyle {
  layers: StyleLayer[]
  sky?: unknown
}

/** Name of the map source that contains the region's tiles. */
const tilesSource = 'region'
/** Layout of a label below its icon. If only one of the two fits, the icon is kept. */
const belowIcon = { 'text-anchor': 'top', 'text-offset': [0, 0.9], 'text-optional': true }
/** Minimum zoom level of points of interest, which have an icon and a name. */
const minInterestZoom = 16

/**
 * Builds the map theme. This runs when the page is built, because the generator is larger than its result. The URLs of
 * other hosts for tiles, fonts and icons are left out.
 */
export function buildBaseStyle(isDark: boolean): BaseStyle {
  const { layers, sky } = osm({ theme: isDark ? 'colorful-dark' : 'colorful' })
  const own = (layers as StyleLayer[]).flatMap(convertLayer)
  return isDark ? { layers: own.map(replaceWaterColor) } : { layers: own, sky }
}

/** Brightens the names of waters, which the dark theme draws in grey with a black halo: too dark to read. */
function replaceWaterColor(layer: StyleLayer): StyleLayer {
  const isName = layer.id.startsWith('label-water-')
  return isName ? { ...layer, paint: { ...layer.paint, 'text-color': '#9cc3e6' } } : layer
}

/** Lists the Maki icons for the images that the theme uses. Images without an icon are skipped. */
export function listIconNames(): string[] {
  const images = osm({ theme: 'colorful' }).layers.flatMap((layer) =>
    [(layer as StyleLayer).layout?.['icon-image']].flat(Number.POSITIVE_INFINITY),
  )
  return images.flatMap((image) => (isImage(image) ? (findIcon(image) ?? []) : []))
}

/**
 * Converts a theme layer to the region's source and our icons. Returns nothing for layers with a pattern, and for
 * layers with an icon but no label.
 */
function convertLayer(layer: StyleLayer): StyleLayer[] {
  if (layer.source === undefined) return [layer]
  const { layout = {}, paint = {} } = layer
  if (Object.keys(paint).some((name) => name.endsWith('-pattern'))) return []
  const { 'icon-image': icon, 'icon-size': _, ...words } = layout
  if (icon !== undefined && words['text-field'] === undefined) return []
  const isInterest = layer.id.startsWith('poi-')
  return [
    {
      ...layer,
      ...(isInterest && { minzoom: minInterestZoom }),
      source: tilesSource,
      layout:
        icon === undefined ? words : { ...words, ...belowIcon, 'icon-image': replaceIcons(icon) },
      paint: isInterest ? { ...omitIconPaint(paint), 'text-opacity': 0.9 } : omitIconPaint(paint),
    },
  ]
}

/** Replaces the images in an expression by our icons, or by an empty text where there is none. */
function replaceIcons(expression: unknown): unknown {
  if (Array.isArray(expression)) return expression.map(replaceIcons)
  return isImage(expression) ? (findIcon(expression) ?? '') : expression
}

function isImage(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('base:')
}

function omitIconPaint(paint: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(paint).filter(([name]) => !name.startsWith('icon-')))
}
