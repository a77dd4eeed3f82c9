import type { LatLon } from '#ground/geo'
import type { AreaType } from '#places/gazetteer'
import { fold } from '#places/text'
import { type AdminArea, isSettlementType, nameKeysOf } from './admin-area.ts'
import { flatMeters } from './plane.ts'
import { PointGrid } from './point-grid.ts'

/** Maximum distance of a town from an address that names it. */
const maxTownMeters = 10_000
/** The same for a settlement where the address has no street. */
const maxSettlementNameMeters = 5_000
/** The same for a county or region. */
const maxRegionMeters = 150_000

interface FindOptions {
  /** Of the area's point, if it is wider than the area. */
  maxMeters?: number | undefined
  /** By default all are. */
  isMeant?: (area: AdminArea) => boolean
}

/** Areas by name and position. */
export class NamedAreas {
  readonly #byKey = new Map<string, AdminArea[]>()
  readonly #towns = new PointGrid<AdminArea>(maxTownMeters)

  add(area: AdminArea): void {
    for (const key of nameKeysOf(area)) {
      const namesakes = this.#byKey.get(key)
      if (namesakes) namesakes.push(area)
      else this.#byKey.set(key, [area])
    }
    if (isSettlementType(area.type)) this.#towns.add(area.at, area)
  }

  /** The areas of a type with this name. */
  called(name: string, type: AreaType): AdminArea[] {
    return (this.#byKey.get(fold(name)) ?? []).filter((area) => area.type === type)
  }

  /** The area of a type with this name around the point, or else the nearest one. */
  find(name: string, type: AreaType, at: LatLon, options: FindOptions = {}): AdminArea | undefined {
    const { maxMeters, isMeant = () => true } = options
    const reach =
      maxMeters ?? (type === 'county' || type === 'region' ? maxRegionMeters : maxTownMeters)
    let best: AdminArea | undefined
    let bestMeters = Infinity
    for (const area of this.called(name, type)) {
      if (!isMeant(area)) continue
      const meters = area.shape?.contains(at) ? 0 : flatMeters(at, area.at)
      if (meters > Math.max(reach, area.radiusMeters) || meters >= bestMeters) continue
      best = area
      bestMeters = meters
    }
    return best
  }

  /** A settlement or a part of one with this name, around the point or at most 5 km away. */
  settlement(name: string, at: LatLon): AdminArea | undefined {
    const options = { maxMeters: maxSettlementNameMeters }
    return this.find(name, 'neighbourhood', at, options) ?? this.find(name, 'locality', at, options)
  }

  /** Localities and neighbourhoods within 10 km. */
  *near(at: LatLon): Generator<AdminArea> {
    for (const { thing } of this.#towns.around(at))
      if (flatMeters(thing.at, at) <= maxTownMeters) yield thing
  }
}
