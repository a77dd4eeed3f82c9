import type { LatLon } from '#ground/geo'
import {
  decodeDistance,
  encodeLandCover,
  type LandscapeView,
  outsideDataByte,
} from '#ground/landscape'
import { figures } from './figures/index.ts'
import type { GridProjection } from './grid-projection.ts'
import type { HexGrid } from './prediction.ts'

/** An origin where a person cannot have been last seen, most likely because its position is wrong. */
export interface MisplacedOrigin {
  on: 'open_water' | 'no_data'
  /** Centre of the nearest hexagon on mapped ground, if the area has any. */
  nearestGround?: LatLon | undefined
}

/** Detects a circle whose centre lies on open water, beyond the strip along the shore, or outside the data. */
export function findMisplacedOrigin(
  view: LandscapeView,
  grid: HexGrid,
  projection: GridProjection,
): MisplacedOrigin | undefined {
  if (grid.area.type !== 'circle') return undefined
  const { lat, lon } = projection.projectPoint(0, 0)
  const origin = { lats: Float64Array.of(lat), lons: Float64Array.of(lon) }
  const cover = view.sample('land_cover', origin)[0]!
  const shoreMeters = decodeDistance(view.sample('water', origin)[0]!)
  const isOpenWater =
    cover === encodeLandCover('water') && shoreMeters > figures.finds.reachMeters.waterStrip.value
  if (cover !== outsideDataByte && !isOpenWater) return undefined
  return {
    on: isOpenWater ? 'open_water' : 'no_data',
    nearestGround: findNearestGround(view, grid, projection),
  }
}

function findNearestGround(
  view: LandscapeView,
  { lats, lons, east, north }: HexGrid,
  projection: GridProjection,
): LatLon | undefined {
  const covers = view.sample('land_cover', { lats, lons: projection.lons })
  let nearest = -1
  let meters = Infinity
  for (let hex = 0; hex < covers.length; hex++) {
    if (covers[hex] === outsideDataByte || covers[hex] === encodeLandCover('water')) continue
    const away = Math.hypot(east[hex]!, north[hex]!)
    if (away >= meters) continue
    nearest = hex
    meters = away
  }
  return nearest < 0 ? undefined : { lat: lats[nearest]!, lon: lons[nearest]! }
}
