import type { Bounds, LatLon } from '#ground/geo'
import { createLocalPlane } from '../area/index.ts'
import type { LocalPlane, Prediction } from '../prediction.ts'

/** Pixels of the picture and of the square map in it. */
export const picture = { width: 1200, height: 900, map: 900 } as const

/** Margin on each side, as a share of the extent of the hexagons' centres. */
const marginShare = 0.06
/** Minimum extent without margins, metres, so that a single hexagon is shown with its surroundings. */
const minExtentMeters = 600
/** Upper bound of the distance from a hexagon's centre to a corner, metres. */
const maxHexRadiusMeters = 100

/** The extent of a map: a square around the centre of its plane, north up. */
export interface Frame {
  plane: LocalPlane
  /** Side of the square on the ground, metres. */
  meters: number
  /** Converts a position to pixels from the map's upper left corner. */
  toPixel(position: LatLon): { x: number; y: number }
  metersPerPixel: number
}

/** Creates a frame around all hexagons of a prediction and its origin, if any. */
export function createFrame({ lats, lons }: Prediction, origin: LatLon | undefined): Frame {
  const anchor = origin ?? { lat: lats[0] ?? 0, lon: lons[0] ?? 0 }
  const anchorPlane = createLocalPlane(anchor)
  let [west, east, south, north] = origin
    ? [0, 0, 0, 0]
    : [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < lats.length; i++) {
    const at = anchorPlane.toPlane({ lat: lats[i]!, lon: lons[i]! })
    west = Math.min(west, at.east)
    east = Math.max(east, at.east)
    south = Math.min(south, at.north)
    north = Math.max(north, at.north)
  }
  const plane = createLocalPlane(anchorPlane.toGlobe((west + east) / 2, (south + north) / 2))
  const extent = Math.max(east - west, north - south, minExtentMeters)
  const meters = extent * (1 + 2 * marginShare) + 2 * maxHexRadiusMeters
  const metersPerPixel = meters / picture.map
  return {
    plane,
    meters,
    metersPerPixel,
    toPixel: (position) => {
      const at = plane.toPlane(position)
      return {
        x: (at.east + meters / 2) / metersPerPixel,
        y: (meters / 2 - at.north) / metersPerPixel,
      }
    },
  }
}

/** Returns a box that contains the whole map. Across the antimeridian `max_lon` exceeds 180. */
export function computeFrameBox({ plane, meters }: Frame): Bounds {
  const half = meters / 2
  const lons: number[] = []
  const lats: number[] = []
  for (const east of [-half, 0, half]) {
    for (const north of [-half, 0, half]) {
      const at = plane.toGlobe(east, north)
      lats.push(at.lat)
      const turns = Math.round((at.lon - plane.center.lon) / 360)
      lons.push(at.lon - 360 * turns)
    }
  }
  const [west, east] = [Math.min(...lons), Math.max(...lons)]
  const shift = west < -180 ? 360 : 0
  return {
    min_lat: Math.min(...lats),
    max_lat: Math.max(...lats),
    min_lon: west + shift,
    max_lon: east + shift,
  }
}
