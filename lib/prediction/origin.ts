import type { LatLon } from '#ground/geo'
import {
  distanceFromByte,
  type LandscapeView,
  landCoverByte,
  outsideDataByte,
} from '#ground/landscape'
import { figures } from './figures/index.ts'
import type { GridProjection } from './grid-projection.ts'
import type { HexGrid } from './prediction.ts'

/** An origin where nobody was last seen: most likely a wrong position. */
export interface MisplacedOrigin {
  on: 'open_water' | 'no_data'
  /** Centre of the nearest hexagon on mapped ground, if the area has any. */
  nearestGround?: LatLon | undefined
}

/** Whether the centre of a circle lies on open water, farther from the shore than its strip, or beyond the data. */
export function misplacedOrigin(
  view: LandscapeView,
  grid: HexGrid,
  projection: GridProjection,
): MisplacedOrigin | undefined {
  if (grid.area.type !== 'circle') return undefined
  const { lat, lon } = projection.position(0, 0)
  const origin = { lats: Float64Array.of(lat), lons: Float64Array.of(lon) }
  const cover = view.sample('land_cover', origin)[0]!
  const shoreMeters = distanceFromByte(view.sample('water', origin)[0]!)
  const isOpenWater =
    cover === landCoverByte('water') && shoreMeters > figures.finds.reachMeters.waterStrip.value
  if (cover !== outsideDataByte && !isOpenWater) return undefined
  return {
    on: isOpenWater ? 'open_water' : 'no_data',
    nearestGround: nearestGround(view, grid, projection),
  }
}

function nearestGround(
  view: LandscapeView,
  { lats, lons, east, north }: HexGrid,
  projection: GridProjection,
): LatLon | undefined {
  const covers = view.sample('land_cover', { lats, lons: projection.lons })
  let nearest = -1
  let meters = Infinity
  for (let hex = 0; hex < covers.length; hex++) {
    if (covers[hex] === outsideDataByte || covers[hex] === landCoverByte('water')) continue
    const away = Math.hypot(east[hex]!, north[hex]!)
    if (away >= meters) continue
    nearest = hex
    meters = away
  }
  return nearest < 0 ? undefined : { lat: lats[nearest]!, lon: lons[nearest]! }
}
