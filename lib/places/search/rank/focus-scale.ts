import type { LatLon } from '#ground/geo'
import type { CellZoom } from '#places/gazetteer'
import type { SearchScope } from '../query.ts'
import { cellsAround, focusZooms } from '../retrieve/scope-terms.ts'
import type { TermCache } from '../retrieve/term-cache.ts'
import { maxScaleMeters } from './prominence.ts'

/** About so many places are within the scale. */
const placesWithinScale = 1000
const minScaleMeters = 1_000

/** Length of the equator (Web Mercator, EPSG:3857). */
const equatorMeters = 40_075_017

/**
 * The scope with a scale of its focus: the given one, or the distance within which about 1,000 places lie,
 * from 1 to 50 km. Estimated from the numbers of places in the cells around the focus, which
 * `keysToLookUp` looks up: between their radii by a power law, elsewhere by the density of the cells.
 */
export function withFocusScale(cache: TermCache, scope: SearchScope): SearchScope {
  const { focus, focusScaleMeters } = scope
  if (!focus || focusScaleMeters !== undefined) return scope
  return { ...scope, focusScaleMeters: scaleAt(cache, focus) }
}

function scaleAt(cache: TermCache, focus: LatLon): number {
  const [near, far] = focusZooms.map((zoom) => ({
    count: cellsAround(focus, zoom).reduce((sum, key) => sum + cache.countOf(key), 0),
    meters: radiusMeters(focus, zoom),
  })) as [Disc, Disc]
  const meters =
    near.count < placesWithinScale && far.count >= placesWithinScale
      ? between(near, far)
      : withinDensity(near.count >= placesWithinScale ? near : far)
  return Math.min(maxScaleMeters, Math.max(minScaleMeters, meters))
}

interface Disc {
  count: number
  meters: number
}

/** Radius of the disc that is as large as the three by three cells around a position. */
function radiusMeters({ lat }: LatLon, zoom: CellZoom): number {
  const cellMeters = (equatorMeters / 2 ** zoom) * Math.cos((lat * Math.PI) / 180)
  return (3 * cellMeters) / Math.sqrt(Math.PI)
}

function withinDensity({ count, meters }: Disc): number {
  return meters * Math.sqrt(placesWithinScale / Math.max(1, count))
}

function between(near: Disc, far: Disc): number {
  const first = Math.max(1, near.count)
  const share = Math.log(placesWithinScale / first) / Math.log(far.count / first)
  return near.meters * (far.meters / near.meters) ** share
}
