import { cellToBoundary } from 'h3-js'
import type { LatLon } from '#ground/geo'
import type { LandscapeView } from '#ground/landscape'
import { buildDistanceDistribution } from '../distance/index.ts'
import { figures } from '../figures/index.ts'
import type { Incident, LonLat, Prediction } from '../prediction.ts'
import { groupIntoMapClasses, type MapClass } from './classes.ts'
import { type Frame, picture } from './frame.ts'
import { drawGround } from './ground.ts'
import { drawNorthArrow, drawScaleBar, drawText } from './lettering.ts'
import { drawContours, drawGroundOverlays } from './overlays.ts'
import { drawPanel } from './panel.ts'

export interface MapFacts {
  /** Attribution of the data. */
  attribution: string
}

/**
 * Draws the map of a prediction as SVG, 1,200 x 900 pixels: hexagons by score over relief, waters, roads and
 * buildings, outlines of the 50 and 95 % regions, segments and searched ground, with the distances of Koester (2008),
 * a legend and the notes.
 *
 * @param view Ground that covers the box of `frame` (`computeFrameBox`).
 */
export function drawMap(
  incident: Incident,
  prediction: Prediction,
  view: LandscapeView,
  frame: Frame,
  { attribution }: MapFacts,
): string {
  const ground = Buffer.from(drawGround(view, frame)).toString('base64')
  const classes = groupIntoMapClasses(prediction)
  const { width, height, map } = picture
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Helvetica, Arial, sans-serif">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<clipPath id="map"><rect width="${map}" height="${map}"/></clipPath>`,
    '<g clip-path="url(#map)">',
    `<image width="${map}" height="${map}" href="data:image/png;base64,${ground}"/>`,
    drawHexagons(prediction, classes, frame),
    drawContours(prediction, frame),
    drawGroundOverlays(incident, prediction, frame),
    drawRings(incident, prediction, frame),
    drawOutline(incident, frame),
    drawCone(incident, frame),
    drawOrigin(incident, frame),
    drawScaleBar(frame),
    drawNorthArrow(),
    '</g>',
    drawPanel(incident, prediction, classes, attribution),
    '</svg>',
    '',
  ].join('\n')
}

function drawHexagons(
  { ids, scores }: Prediction,
  classes: readonly MapClass[],
  frame: Frame,
): string {
  const paths = classes.map(() => '')
  let unclassed = ''
  ids.forEach((id, i) => {
    const corners = cellToBoundary(id).map(([lat, lon]) => formatPoint(frame, { lat, lon }))
    const path = `M${corners.join('L')}Z`
    const index = classes.findIndex(({ lowest }) => scores[i]! >= lowest)
    if (index === -1) unclassed += path
    else paths[index] += path
  })
  const fills = classes.map(({ colour }, i) =>
    paths[i] === ''
      ? ''
      : `<path d="${paths[i]}" fill="${colour}" fill-opacity="0.55" stroke="${colour}" stroke-opacity="0.5" stroke-width="0.6"/>`,
  )
  const faint =
    unclassed &&
    `<path d="${unclassed}" fill="none" stroke="#555" stroke-opacity="0.12" stroke-width="0.5"/>`
  return [faint, ...fills.reverse()].filter(Boolean).join('\n')
}

/** Space for the label of a ring, pixels. */
const labelStep = 14
const labelWidth = 80

/** Draws rings at Koester's distances, without scale or ground, for comparison. */
function drawRings(
  { area, profile }: Incident,
  { ecoregionWeights }: Prediction,
  frame: Frame,
): string {
  if (area.type !== 'circle') return ''
  const distribution = buildDistanceDistribution(profile, ecoregionWeights)
  const { x, y } = frame.toPixel(area.center)
  let lowest = y - labelStep
  return [0.25, 0.5, 0.75, 0.95]
    .map((share) => ({ share, meters: distribution.quantile(share) }))
    .filter(({ meters }) => meters < frame.meters)
    .map(({ share, meters }) => {
      const radius = meters / frame.metersPerPixel
      const label = `${share * 100} % ${(meters / 1000).toFixed(1)} km`
      // Labels stand in the north-east, away from the names of segments and the cross.
      const offset = radius * Math.SQRT1_2
      const at = { x: x + offset + 4, y: y - offset - 2 }
      const hasRoom = at.y > labelStep && at.x < picture.map - labelWidth && at.y <= lowest
      if (hasRoom) lowest = at.y - labelStep
      const shown = hasRoom ? drawText(at.x, at.y, label, { size: 12, halo: true }) : ''
      return `<circle cx="${formatPixels(x)}" cy="${formatPixels(y)}" r="${formatPixels(radius)}" fill="none" stroke="#1b3a6b" stroke-width="1.2" stroke-dasharray="6 4"/>${shown}`
    })
    .join('\n')
}

function drawOutline({ area }: Incident, frame: Frame): string {
  const line = (positions: readonly LonLat[], close: boolean): string =>
    `<path d="M${positions.map(([lon, lat]) => formatPoint(frame, { lat, lon })).join('L')}${close ? 'Z' : ''}" fill="none" stroke="#1b3a6b" stroke-width="2"/>`
  if (area.type === 'path') return line(area.line, false)
  return area.type === 'polygon' ? area.rings.map((ring) => line(ring, true)).join('\n') : ''
}

function drawCone(incident: Incident, frame: Frame): string {
  const { area, initialBearingDegrees: bearing } = incident
  if (bearing === undefined) return ''
  const from = frame.toPixel(area.type === 'circle' ? area.center : frame.plane.center)
  const reach = area.type === 'circle' ? area.radiusMeters / frame.metersPerPixel : picture.map / 2
  const half = figures.cone.halfAngleDegrees.value
  const ray = (degrees: number, style: string): string => {
    const angle = (degrees * Math.PI) / 180
    const [x, y] = [from.x + reach * Math.sin(angle), from.y - reach * Math.cos(angle)]
    return `<path d="M${formatPixels(from.x)} ${formatPixels(from.y)}L${formatPixels(x)} ${formatPixels(y)}" stroke="#1b3a6b" ${style}/>`
  }
  return [
    ray(bearing - half, 'stroke-width="1.5"'),
    ray(bearing + half, 'stroke-width="1.5"'),
    ray(bearing, 'stroke-width="1" stroke-dasharray="2 5"'),
  ].join('\n')
}

/** Draws the point last seen. */
function drawOrigin({ area }: Incident, frame: Frame): string {
  if (area.type !== 'circle') return ''
  const { x, y } = frame.toPixel(area.center)
  const cross = `M${formatPixels(x - 10)} ${formatPixels(y)}H${formatPixels(x + 10)}M${formatPixels(x)} ${formatPixels(y - 10)}V${formatPixels(y + 10)}`
  return `<path d="${cross}" stroke="#fff" stroke-width="5"/><path d="${cross}" stroke="#000" stroke-width="2"/>`
}

function formatPoint(frame: Frame, position: LatLon): string {
  const { x, y } = frame.toPixel(position)
  return `${formatPixels(x)} ${formatPixels(y)}`
}

function formatPixels(pixels: number): string {
  return pixels.toFixed(1)
}
