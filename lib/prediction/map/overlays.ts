import { cellsToMultiPolygon } from 'h3-js'
import { formatPercent } from '../percent.ts'
import type { Incident, LonLat, Prediction } from '../prediction.ts'
import type { Frame } from './frame.ts'
import { drawText } from './lettering.ts'

/** Regions whose outlines a map shows. */
export const contouredRegions = [
  { percent: 50, pixels: 2.4 },
  { percent: 95, pixels: 1.3, dashes: '7 3' },
] as const

/** Formats the SVG stroke of the line around a region, with its width multiplied by a factor. */
export function formatContourStroke(
  { pixels, dashes }: { pixels: number; dashes?: string },
  factor = 1,
): string {
  const dashed = dashes ? ` stroke-dasharray="${dashes}"` : ''
  return `stroke="#111" stroke-width="${(pixels * factor).toFixed(1)}"${dashed}`
}

/** Size of a hexagon, pixels, below which outlines become thinner; otherwise they would hide the hexagons. */
const fullContourHexPixels = 14

/** Draws the outlines of the hexagons that contain 50 and 95 % of the probability inside the area. */
export function drawContours({ regions, ids }: Prediction, frame: Frame): string {
  return contouredRegions
    .map((contour) => {
      const { hexes, squareMeters } = regions.find(({ percent }) => percent === contour.percent)!
      const hexPixels = Math.sqrt(squareMeters / hexes) / frame.metersPerPixel
      const style = formatContourStroke(contour, Math.min(1, hexPixels / fullContourHexPixels))
      const outlines = cellsToMultiPolygon(ids.slice(0, hexes), true).flat()
      const d = outlines.map((ring) => formatRingPath(ring as unknown as LonLat[], frame)).join('')
      return d && `<path class="contour" d="${d}" fill="none" stroke-linejoin="round" ${style}/>`
    })
    .filter(Boolean)
    .join('\n')
}

const hatch =
  '<pattern id="searched" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="#0a5c58" stroke-width="1.6"/></pattern>'

/** Draws searched polygons, hatched, and segments as outlines with their names and probabilities. */
export function drawGroundOverlays(
  incident: Incident,
  prediction: Prediction,
  frame: Frame,
): string {
  const searched = (incident.searches ?? []).flatMap((search) =>
    'polygon' in search ? [formatRingsPath(search.polygon.rings, frame)] : [],
  )
  const segments = (incident.segments ?? []).map(({ polygon }) =>
    formatRingsPath(polygon.rings, frame),
  )
  const names = (incident.segments ?? []).map(({ name, polygon }, i) => {
    const { x, y } = frame.toPixel(polygon.middle)
    const { probability } = prediction.segments![i]!
    return [
      drawText(x, y, name, { size: 14, bold: true, middle: true, halo: true }),
      drawText(x, y + 15, formatPercent(probability), { size: 12, middle: true, halo: true }),
    ].join('\n')
  })
  return [
    searched.length > 0 ? `<defs>${hatch}</defs>` : '',
    ...searched.map(
      (d) =>
        `<path class="searched" d="${d}" fill="url(#searched)" fill-rule="evenodd" fill-opacity="0.55" stroke="#0a5c58" stroke-width="1"/>`,
    ),
    ...segments.map(
      (d) => `<path class="segment" d="${d}" fill="none" stroke="#0a5c58" stroke-width="2.2"/>`,
    ),
    ...names,
  ]
    .filter(Boolean)
    .join('\n')
}

function formatRingsPath(rings: readonly (readonly LonLat[])[], frame: Frame): string {
  return rings.map((ring) => formatRingPath(ring, frame)).join('')
}

function formatRingPath(ring: readonly LonLat[], frame: Frame): string {
  const points = ring.map(([lon, lat]) => {
    const { x, y } = frame.toPixel({ lat, lon })
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}
