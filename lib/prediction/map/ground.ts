import { encode } from 'fast-png'
import {
  barriers,
  decodeDistance,
  type LandCover,
  type LandscapeView,
  landCovers,
  outsideDataByte,
  type Positions,
} from '#ground/landscape'
import { emptyPositions } from '../grid-projection.ts'
import { type Frame, picture } from './frame.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** Pale, so that the layers above stand out. */
const tints: Record<LandCover, Colour> = {
  unknown: [240, 238, 232],
  wood: [200, 222, 190],
  scrub: [219, 225, 190],
  open: [236, 239, 219],
  field: [246, 238, 212],
  built_up: [226, 219, 216],
  rock: [220, 216, 212],
  wetland: [207, 226, 220],
  water: [163, 204, 230],
  sand: [245, 233, 202],
  ice: [238, 246, 250],
}
const beyond: Colour = [205, 205, 205]
const building: Colour = [140, 128, 122]

/** Line bands in drawing order, with their width in pixels. */
const lines = [
  { band: 'linear', colour: [165, 160, 165], pixels: 1 },
  { band: 'drainage', colour: [110, 168, 208], pixels: 1 },
  { band: 'water', colour: [62, 128, 180], pixels: 1 },
  { band: 'path', colour: [150, 108, 60], pixels: 1 },
  { band: 'road', colour: [92, 84, 80], pixels: 1.7 },
] as const satisfies readonly { band: string; colour: Colour; pixels: number }[]

const barrierColours: readonly [bit: number, colour: Colour][] = [
  [barriers.railway, [40, 40, 40]],
  [barriers.motorway, [200, 70, 60]],
  [barriers.cliff, [110, 70, 50]],
]

/** Draws the ground of a map as a PNG: shaded land cover, water, roads, paths and buildings. */
export function drawGround(view: LandscapeView, frame: Frame): Uint8Array {
  const side = measureGroundSide(frame)
  const metersPerPixel = frame.meters / side
  const at = locatePixels(frame, side)
  const pixels = new Uint8Array(side * side * 3)
  const cover = view.sample('land_cover', at)
  const structure = view.sample('structure', at)
  const barrier = view.sample('barrier', at)
  const drawn = lines.map((line) => ({ ...line, distances: view.sample(line.band, at) }))
  const shade = computeHillShade(view.heights(at), side, metersPerPixel)
  for (let i = 0; i < side * side; i++) {
    let colour: Colour =
      cover[i] === outsideDataByte ? beyond : tints[landCovers[cover[i]!] ?? 'unknown']
    colour = scaleColour(colour, cover[i] === outsideDataByte ? 1 : shade[i]!)
    if (cover[i] !== outsideDataByte) {
      for (const { colour: ink, pixels: widthPixels, distances } of drawn) {
        colour = mixColours(
          colour,
          ink,
          computeInkShare(decodeDistance(distances[i]!), widthPixels, metersPerPixel),
        )
      }
      for (const [bit, ink] of barrierColours)
        if (barrier[i]! & bit) colour = mixColours(colour, ink, 0.8)
      if (structure[i] === 0) colour = mixColours(colour, building, 0.8)
    }
    pixels.set(colour, 3 * i)
  }
  return encode({ width: side, height: side, data: pixels, channels: 3, depth: 8 })
}

/** A third of the size of the data's pixels; a finer picture would not show more. */
const minMetersPerPixel = 5

/** Returns the number of pixels along a side of the ground picture. The map of a small area stretches them. */
export function measureGroundSide({ meters }: Frame): number {
  return Math.min(picture.map, Math.ceil(meters / minMetersPerPixel))
}

function locatePixels({ plane, meters }: Frame, side: number): Positions {
  const metersPerPixel = meters / side
  const at = emptyPositions(side * side)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const east = (column + 0.5) * metersPerPixel - meters / 2
      const north = meters / 2 - (row + 0.5) * metersPerPixel
      const { lat, lon } = plane.toGlobe(east, north)
      at.lats[row * side + column] = lat
      at.lons[row * side + column] = lon + 360 * Math.round((plane.center.lon - lon) / 360)
    }
  }
  return at
}

/** Returns the opacity of a line at a distance from its middle. Lines fade over one pixel. */
function computeInkShare(meters: number, widthPixels: number, metersPerPixel: number): number {
  // A pixel of the data is about 15 m, so a thinner line would have gaps.
  const half = Math.max((widthPixels * metersPerPixel) / 2, 8)
  return Math.min(1, Math.max(0, (half - meters) / metersPerPixel + 0.5)) * 0.9
}

/**
 * Computes hill shade from 0.55 to 1.15, with light from the north-west at 45 degrees and slopes by Horn (1981); 1
 * where heights are unknown.
 */
function computeHillShade(
  heights: Float32Array,
  side: number,
  metersPerPixel: number,
): Float32Array {
  const shade = new Float32Array(side * side).fill(1)
  const sun = { east: -0.5, north: 0.5, up: Math.SQRT1_2 }
  for (let row = 1; row < side - 1; row++) {
    for (let column = 1; column < side - 1; column++) {
      const i = row * side + column
      const h = (down: number, right: number) => heights[i + down * side + right]!
      const east =
        (h(-1, 1) + 2 * h(0, 1) + h(1, 1) - h(-1, -1) - 2 * h(0, -1) - h(1, -1)) /
        (8 * metersPerPixel)
      const north =
        (h(-1, -1) + 2 * h(-1, 0) + h(-1, 1) - h(1, -1) - 2 * h(1, 0) - h(1, 1)) /
        (8 * metersPerPixel)
      const light = (sun.up - east * sun.east - north * sun.north) / Math.hypot(1, east, north)
      if (!Number.isNaN(light)) {
        // 1 on flat ground.
        shade[i] = Math.min(1.15, Math.max(0.55, 1 + (light - sun.up) * 0.75))
      }
    }
  }
  return shade
}

function scaleColour([red, green, blue]: Colour, by: number): Colour {
  return [Math.min(255, red * by), Math.min(255, green * by), Math.min(255, blue * by)]
}

function mixColours(under: Colour, over: Colour, share: number): Colour {
  if (share <= 0) return under
  return [0, 1, 2].map((i) => under[i]! * (1 - share) + over[i]! * share) as unknown as Colour
}
