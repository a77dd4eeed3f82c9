import { cellsToMultiPolygon } from 'h3-js'
import { percent } from '../percent.ts'
import type { Incident, LonLat, Prediction } from '../prediction.ts'
import type { Frame } from './frame.ts'
import { lettering } from './lettering.ts'

/** The regions whose outlines a map shows. */
export const contouredRegions = [
  { percent: 50, pixels: 2.4 },
  { percent: 95, pixels: 1.3, dashes: '7 3' },
] as const

/** The line around a region, thinner by a factor. */
export function contourStroke(
  { pixels, dashes }: { pixels: number; dashes?: string },
  factor = 1,
): string {
  const dashed = dashes ? ` stroke-dasharray="${dashes}"` : ''
  return `stroke="#111" stroke-width="${(pixels * factor).toFixed(1)}"${dashed}`
}

/** Hexagons of fewer pixels have thinner outlines, which would hide them else. */
const fullContourHexPixels = 14

/** Outlines of the hexagons that hold 50 and 95 % of the probability inside. */
export function contours({ regions, ids }: Prediction, frame: Frame): string {
  return contouredRegions
    .map((contour) => {
      const { hexes, squareMeters } = regions.find(({ percent }) => percent === contour.percent)!
      const hexPixels = Math.sqrt(squareMeters / hexes) / frame.metersPerPixel
      const style = contourStroke(contour, Math.min(1, hexPixels / fullContourHexPixels))
      const outlines = cellsToMultiPolygon(ids.slice(0, hexes), true).flat()
      const d = outlines.map((ring) => pathOf(ring as unknown as LonLat[], frame)).join('')
      return d && `<path class="contour" d="${d}" fill="none" stroke-linejoin="round" ${style}/>`
    })
    .filter(Boolean)
    .join('\n')
}

const hatch =
  '<pattern id="searched" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="#0a5c58" stroke-width="1.6"/></pattern>'

/** Searched polygons, hatched; segments as outlines with their names and probabilities. */
export function groundOverlays(incident: Incident, prediction: Prediction, frame: Frame): string {
  const searched = (incident.searches ?? []).flatMap((search) =>
    'polygon' in search ? [ringsPath(search.polygon.rings, frame)] : [],
  )
  const segments = (incident.segments ?? []).map(({ polygon }) => ringsPath(polygon.rings, frame))
  const names = (incident.segments ?? []).map(({ name, polygon }, i) => {
    const { x, y } = frame.toPixel(polygon.middle)
    const { probability } = prediction.segments![i]!
    return [
      lettering(x, y, name, { size: 14, bold: true, middle: true, halo: true }),
      lettering(x, y + 15, percent(probability), { size: 12, middle: true, halo: true }),
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

function ringsPath(rings: readonly (readonly LonLat[])[], frame: Frame): string {
  return rings.map((ring) => pathOf(ring, frame)).join('')
}

function pathOf(ring: readonly LonLat[], frame: Frame): string {
  const points = ring.map(([lon, lat]) => {
    const { x, y } = frame.toPixel({ lat, lon })
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}
