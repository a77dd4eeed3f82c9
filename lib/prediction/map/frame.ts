import type { Bounds, LatLon } from '../../geo/index.ts'
import { localPlane } from '../area/index.ts'
import type { LocalPlane, Prediction } from '../prediction.ts'

/** Pixels of the picture and of the square map in it. */
export const picture = { width: 1200, height: 900, map: 900 } as const

/** Margin around the hexagons, as a share of their extent. */
const marginShare = 0.06
/** A single hexagon is shown with its surroundings. */
const minMeters = 600

/** The extent of a map: a square of the plane around its middle, north up. */
export interface Frame {
  plane: LocalPlane
  /** Side of the map. */
  meters: number
  /** Pixels from the map's upper left corner. */
  toPixel(position: LatLon): { x: number; y: number }
  metersPerPixel: number
}

/** A frame around all hexagons of a prediction and, where there is one, the point last seen. */
export function frameOf({ lats, lons }: Prediction, origin: LatLon | undefined): Frame {
  const around = origin ?? { lat: lats[0] ?? 0, lon: lons[0] ?? 0 }
  const first = localPlane(around)
  let [west, east, south, north] = origin
    ? [0, 0, 0, 0]
    : [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < lats.length; i++) {
    const at = first.toPlane({ lat: lats[i]!, lon: lons[i]! })
    west = Math.min(west, at.east)
    east = Math.max(east, at.east)
    south = Math.min(south, at.north)
    north = Math.max(north, at.north)
  }
  const plane = localPlane(first.toGlobe((west + east) / 2, (south + north) / 2))
  const extent = Math.max(east - west, north - south, minMeters)
  const meters = extent * (1 + 2 * marginShare) + 200
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

/** A box that holds the whole map; over the antimeridian longitudes go on beyond 180. */
export function boxOf({ plane, meters }: Frame): Bounds {
  const half = meters / 2
  const west: number[] = []
  const lats: number[] = []
  for (const east of [-half, 0, half]) {
    for (const north of [-half, 0, half]) {
      const at = plane.toGlobe(east, north)
      lats.push(at.lat)
      const turns = Math.round((at.lon - plane.center.lon) / 360)
      west.push(at.lon - 360 * turns)
    }
  }
  const [min, max] = [Math.min(...west), Math.max(...west)]
  const turn = min < -180 ? 360 : 0
  return {
    min_lat: Math.min(...lats),
    max_lat: Math.max(...lats),
    min_lon: min + turn,
    max_lon: max + turn,
  }
}
