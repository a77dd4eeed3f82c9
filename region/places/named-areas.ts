import type { LatLon } from '#ground/geo'
import type { AreaType } from '#places/gazetteer'
import { fold } from '#places/text'
import { type AdminArea, collectNameKeys, isSettlementType } from './admin-area.ts'
import { measureMeters } from './plane.ts'
import { PointGrid } from './point-grid.ts'

/** Maximum distance of a town from an address that names it. */
const maxTownMeters = 10_000
/** Maximum distance of a settlement from an address without a street that names it. */
const maxSettlementNameMeters = 5_000
/** Maximum distance of a county or region from an address that names it. */
const maxRegionMeters = 150_000

interface FindOptions {
  /** Maximum distance from the area's position; a larger area radius takes precedence. */
  maxMeters?: number | undefined
  /** Filters candidates; the default accepts all. */
  isMeant?: (area: AdminArea) => boolean
}

/** Finds areas by name and position. */
export class NamedAreas {
  readonly #byKey = new Map<string, AdminArea[]>()
  readonly #towns = new PointGrid<AdminArea>(maxTownMeters)

  add(area: AdminArea): void {
    for (const key of collectNameKeys(area)) {
      const namesakes = this.#byKey.get(key)
      if (namesakes) namesakes.push(area)
      else this.#byKey.set(key, [area])
    }
    if (isSettlementType(area.type)) this.#towns.add(area.at, area)
  }

  /** Returns the areas of a type with this name. */
  listNamesakes(name: string, type: AreaType): AdminArea[] {
    return (this.#byKey.get(fold(name)) ?? []).filter((area) => area.type === type)
  }

  /** Finds the area of a type with this name that contains the point, or else the nearest one. */
  find(name: string, type: AreaType, at: LatLon, options: FindOptions = {}): AdminArea | undefined {
    const { maxMeters, isMeant = () => true } = options
    const reach =
      maxMeters ?? (type === 'county' || type === 'region' ? maxRegionMeters : maxTownMeters)
    let best: AdminArea | undefined
    let bestMeters = Infinity
    for (const area of this.listNamesakes(name, type)) {
      if (!isMeant(area)) continue
      const meters = area.shape?.contains(at) ? 0 : measureMeters(at, area.at)
      if (meters > Math.max(reach, area.radiusMeters) || meters >= bestMeters) continue
      best = area
      bestMeters = meters
    }
    return best
  }

  /** Finds a settlement or part of one with this name, around the point or at most 5 km away. */
  settlement(name: string, at: LatLon): AdminArea | undefined {
    const options = { maxMeters: maxSettlementNameMeters }
    return this.find(name, 'neighbourhood', at, options) ?? this.find(name, 'locality', at, options)
  }

  /** Yields localities and neighbourhoods within 10 km. */
  *findNear(at: LatLon): Generator<AdminArea> {
    for (const { thing } of this.#towns.findAround(at))
      if (measureMeters(thing.at, at) <= maxTownMeters) yield thing
  }
}
