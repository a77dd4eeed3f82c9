import type { AreaType } from '../../lib/gazetteer/index.ts'
import type { LatLon } from '../../lib/geo/index.ts'
import { fold } from '../../lib/text/index.ts'
import type { OsmTags } from '../osm/index.ts'
import { type AdminArea, areaOrder, nameKeysOf } from './admin-area.ts'
import { flatMeters } from './plane.ts'
import { PointGrid } from './point-grid.ts'
import { PolygonGrid } from './polygon-grid.ts'

/** The areas around a point, at most one of each type. */
export type Lineage = Partial<Record<AreaType, AdminArea>>

/** Maximum distance of a town from an address that names it. */
const maxPostalMeters = 10_000
/** At 70 degrees of latitude still 15 km, the radius of a city. */
const settlementCellDegrees = 0.4

/** Finds the areas around a point. */
export class Hierarchy {
  readonly #shapes = new PolygonGrid<AdminArea>()
  readonly #settlements = new PointGrid<AdminArea>(settlementCellDegrees)
  readonly #quarters = new PointGrid<AdminArea>(settlementCellDegrees)
  readonly #named = new Map<string, AdminArea[]>()
  readonly #countryAt: (at: LatLon) => AdminArea | undefined

  /** @param countryAt The country of points without a mapped one. */
  constructor(countryAt: (at: LatLon) => AdminArea | undefined) {
    this.#countryAt = countryAt
  }

  /** The area's own parents must be set. */
  add(area: AdminArea): void {
    if (area.shape) this.#shapes.add(area.shape, area)
    if (area.type !== 'locality' && area.type !== 'neighbourhood') return
    const grid = area.type === 'locality' ? this.#settlements : this.#quarters
    if (area.radiusMeters > 0) grid.add(area.at, area)
    for (const key of nameKeysOf(area)) {
      const namesakes = this.#named.get(key)
      if (namesakes) namesakes.push(area)
      else this.#named.set(key, [area])
    }
  }

  /**
   * Areas whose shape contains the point come first. A village replaces the municipality around it as the
   * locality when the point is nearer to it, relative to the radius of each. Without a shape the locality is
   * the settlement nearest relative to its radius, within the radius and in the same wider areas. A town or
   * suburb named in the address wins when it is near.
   *
   * @param itself The area at this position, if the point is an area's own.
   */
  lineageOf(at: LatLon, tags: OsmTags, itself?: AdminArea): Lineage {
    const within = itself ? areaOrder[itself.type] : Infinity
    const lineage: Lineage = {}
    const holding = this.#shapes.containing(at).filter((area) => area !== itself)
    for (const area of holding) {
      if (areaOrder[area.type] > within || !isWider(area, itself)) continue
      const present = lineage[area.type]
      if (!present || isBetter(area, present)) lineage[area.type] = area
    }
    complete(lineage, itself ? [itself] : [])
    if (areaOrder.locality < within) {
      const locality = this.#localityOf(at, tags, lineage)
      if (locality) lineage.locality = locality
    }
    if (lineage.locality) complete(lineage, [lineage.locality])
    if (areaOrder.neighbourhood < within) {
      const stated = tags['addr:suburb'] ?? tags['addr:neighbourhood'] ?? tags['addr:quarter']
      const quarter =
        this.#stated(at, stated, 'neighbourhood') ??
        lineage.neighbourhood ??
        this.#nearest(this.#quarters, at, lineage, 'locality')?.area
      if (quarter) lineage.neighbourhood = quarter
    }
    if (!lineage.country && itself?.type !== 'country') {
      const country = this.#countryAt(at)
      if (country) lineage.country = country
    }
    return lineage
  }

  /** A settlement or a part of one with this name, around the point or at most 5 km away. */
  called(name: string, at: LatLon): AdminArea | undefined {
    return (
      this.#stated(at, name, 'neighbourhood', 5_000) ?? this.#stated(at, name, 'locality', 5_000)
    )
  }

  #localityOf(at: LatLon, tags: OsmTags, lineage: Lineage): AdminArea | undefined {
    const stated = this.#stated(at, tags['addr:city'] ?? tags['addr:place'], 'locality')
    if (stated) return stated
    const around = lineage.locality
    const nearest = this.#nearest(this.#settlements, at, lineage, around ? 'locality' : 'county')
    if (!around) return nearest?.area
    const share =
      around.radiusMeters > 0 ? flatMeters(at, around.at) / around.radiusMeters : Infinity
    return nearest && nearest.share < share ? nearest.area : around
  }

  /** The area with this name around the point, or the nearest one. */
  #stated(
    at: LatLon,
    name: string | undefined,
    type: AreaType,
    maxMeters = maxPostalMeters,
  ): AdminArea | undefined {
    if (!name) return undefined
    let best: AdminArea | undefined
    let bestMeters = Infinity
    for (const area of this.#named.get(fold(name)) ?? []) {
      if (area.type !== type) continue
      const meters = area.shape?.contains(at) ? 0 : flatMeters(at, area.at)
      if (meters > Math.max(maxMeters, area.radiusMeters) || meters >= bestMeters) continue
      best = area
      bestMeters = meters
    }
    return best
  }

  /** Of the settlements in the same areas down to a type, the nearest relative to its radius. */
  #nearest(
    grid: PointGrid<AdminArea>,
    at: LatLon,
    lineage: Lineage,
    sameDownTo: AreaType,
  ): { area: AdminArea; share: number } | undefined {
    let best: { area: AdminArea; share: number } | undefined
    for (const { thing: area } of grid.around(at)) {
      // A settlement with a shape contains the point or is not its locality.
      if (area.shape) continue
      const share = flatMeters(at, area.at) / area.radiusMeters
      if (share > 1 || (best && share >= best.share)) continue
      if (liesIn(area, lineage, sameDownTo)) best = { area, share }
    }
    return best
  }
}

function isWider(area: AdminArea, itself: AdminArea | undefined): boolean {
  if (!itself || area.type !== itself.type) return true
  // Only a locality can lie in an area of its own type: a village in its municipality.
  if (area.type !== 'locality') return false
  return !itself.shape || area.shape!.areaSquareMeters > itself.shape.areaSquareMeters
}

function isBetter(area: AdminArea, than: AdminArea): boolean {
  if (area.preference !== than.preference) return area.preference < than.preference
  return area.shape!.areaSquareMeters < than.shape!.areaSquareMeters
}

/** Adds the parents and stated parents of the areas. */
function complete(lineage: Lineage, known: AdminArea[]): void {
  const seen = new Set(known)
  for (const area of [...known, ...Object.values(lineage)]) {
    const queue = [...area.parents, ...area.statedParents]
    for (const parent of queue) {
      if (seen.has(parent)) continue
      seen.add(parent)
      const narrowest = known.length > 0 ? areaOrder[known[0]!.type] : Infinity
      if (areaOrder[parent.type] < narrowest) lineage[parent.type] ??= parent
      queue.push(...parent.parents, ...parent.statedParents)
    }
  }
}

/** Whether an area lies in all areas of a lineage, from the country down to a type. */
function liesIn(area: AdminArea, lineage: Lineage, downTo: AreaType): boolean {
  for (const type of ['country', 'region', 'county', 'locality'] as const) {
    if (areaOrder[type] > areaOrder[downTo]) return true
    const wider = lineage[type]
    if (!wider) continue
    const own = area.parents.find((parent) => parent.type === type)
    if (own ? own !== wider : type === 'locality') return false
  }
  return true
}

/** Narrowest first. */
export function parentsOf(lineage: Lineage): AdminArea[] {
  return Object.values(lineage).sort((a, b) => areaOrder[b.type] - areaOrder[a.type])
}
