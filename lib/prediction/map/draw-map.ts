import { cellToBoundary } from 'h3-js'
import type { LatLon } from '#ground/geo'
import type { LandscapeView } from '#ground/landscape'
import { distanceDistribution } from '../distance/index.ts'
import { figures } from '../figures/index.ts'
import type { Incident, LonLat, Prediction } from '../prediction.ts'
import { type MapClass, mapClasses } from './classes.ts'
import { type Frame, picture } from './frame.ts'
import { groundPng } from './ground.ts'
import { lettering, northArrow, scaleBar } from './lettering.ts'
import { contours, groundOverlays } from './overlays.ts'
import { panel } from './panel.ts'

export interface MapFacts {
  /** Attribution of the data. */
  attribution: string
}

/**
 * The map of a prediction as an SVG text, 1,200 x 900 pixels: hexagons by score over relief, waters,
 * roads and buildings, outlines of the regions of 50 and 95 %, segments and searched ground, with the
 * distances of Koester (2008), a legend and the notes.
 *
 * @param view Holds the box of `frame` (`boxOf`).
 */
export function drawMap(
  incident: Incident,
  prediction: Prediction,
  view: LandscapeView,
  frame: Frame,
  { attribution }: MapFacts,
): string {
  const ground = Buffer.from(groundPng(view, frame)).toString('base64')
  const classes = mapClasses(prediction)
  const { width, height, map } = picture
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Helvetica, Arial, sans-serif">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<clipPath id="map"><rect width="${map}" height="${map}"/></clipPath>`,
    '<g clip-path="url(#map)">',
    `<image width="${map}" height="${map}" href="data:image/png;base64,${ground}"/>`,
    hexagons(prediction, classes, frame),
    contours(prediction, frame),
    groundOverlays(incident, prediction, frame),
    rings(incident, prediction, frame),
    outline(incident, frame),
    cone(incident, frame),
    origin(incident, frame),
    scaleBar(frame),
    northArrow(),
    '</g>',
    panel(incident, prediction, classes, attribution),
    '</svg>',
    '',
  ].join('\n')
}

function hexagons({ ids, scores }: Prediction, classes: readonly MapClass[], frame: Frame): string {
  const paths = classes.map(() => '')
  let unclassed = ''
  ids.forEach((id, i) => {
    const corners = cellToBoundary(id).map(([lat, lon]) => point(frame, { lat, lon }))
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

/** Room for the letters of a ring, pixels. */
const labelStep = 14
const labelWidth = 80

/** Rings at Koester's distances, without scale or ground, for comparison. */
function rings(
  { area, profile }: Incident,
  { ecoregionWeights }: Prediction,
  frame: Frame,
): string {
  if (area.type !== 'circle') return ''
  const distribution = distanceDistribution(profile, ecoregionWeights)
  const { x, y } = frame.toPixel(area.center)
  let lowest = y - labelStep
  return [0.25, 0.5, 0.75, 0.95]
    .map((share) => ({ share, meters: distribution.quantile(share) }))
    .filter(({ meters }) => meters < frame.meters)
    .map(({ share, meters }) => {
      const radius = meters / frame.metersPerPixel
      const label = `${share * 100} % ${(meters / 1000).toFixed(1)} km`
      // In the north-east, off the names of segments and the cross.
      const offset = radius * Math.SQRT1_2
      const at = { x: x + offset + 4, y: y - offset - 2 }
      const hasRoom = at.y > labelStep && at.x < picture.map - labelWidth && at.y <= lowest
      if (hasRoom) lowest = at.y - labelStep
      const shown = hasRoom ? lettering(at.x, at.y, label, { size: 12, halo: true }) : ''
      return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}" fill="none" stroke="#1b3a6b" stroke-width="1.2" stroke-dasharray="6 4"/>${shown}`
    })
    .join('\n')
}

function outline({ area }: Incident, frame: Frame): string {
  const line = (positions: readonly LonLat[], close: boolean): string =>
    `<path d="M${positions.map(([lon, lat]) => point(frame, { lat, lon })).join('L')}${close ? 'Z' : ''}" fill="none" stroke="#1b3a6b" stroke-width="2"/>`
  if (area.type === 'path') return line(area.line, false)
  return area.type === 'polygon' ? area.rings.map((ring) => line(ring, true)).join('\n') : ''
}

function cone(incident: Incident, frame: Frame): string {
  const { area, initialBearingDegrees: bearing } = incident
  if (bearing === undefined) return ''
  const from = frame.toPixel(area.type === 'circle' ? area.center : frame.plane.center)
  const reach = area.type === 'circle' ? area.radiusMeters / frame.metersPerPixel : picture.map / 2
  const half = figures.cone.halfAngleDegrees.value
  const ray = (degrees: number, style: string): string => {
    const angle = (degrees * Math.PI) / 180
    const [x, y] = [from.x + reach * Math.sin(angle), from.y - reach * Math.cos(angle)]
    return `<path d="M${fixed(from.x)} ${fixed(from.y)}L${fixed(x)} ${fixed(y)}" stroke="#1b3a6b" ${style}/>`
  }
  return [
    ray(bearing - half, 'stroke-width="1.5"'),
    ray(bearing + half, 'stroke-width="1.5"'),
    ray(bearing, 'stroke-width="1" stroke-dasharray="2 5"'),
  ].join('\n')
}

/** The point last seen. */
function origin({ area }: Incident, frame: Frame): string {
  if (area.type !== 'circle') return ''
  const { x, y } = frame.toPixel(area.center)
  const cross = `M${fixed(x - 10)} ${fixed(y)}H${fixed(x + 10)}M${fixed(x)} ${fixed(y - 10)}V${fixed(y + 10)}`
  return `<path d="${cross}" stroke="#fff" stroke-width="5"/><path d="${cross}" stroke="#000" stroke-width="2"/>`
}

function point(frame: Frame, position: LatLon): string {
  const { x, y } = frame.toPixel(position)
  return `${fixed(x)} ${fixed(y)}`
}

function fixed(pixels: number): string {
  return pixels.toFixed(1)
}
