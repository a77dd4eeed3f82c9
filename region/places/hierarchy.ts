import type { LatLon } from '#ground/geo'
import type { AreaType } from '#places/gazetteer'
import type { OsmTags } from '../osm/index.ts'
import { type AdminArea, areaOrder, isCalled, isSettlementType } from './admin-area.ts'
import { NamedAreas } from './named-areas.ts'
import { measureMeters } from './plane.ts'
import { PointGrid } from './point-grid.ts'
import { PolygonGrid } from './polygon-grid.ts'
import type { StatedType } from './statements.ts'

/** Areas around a point, at most one of each type. */
export type Lineage = Partial<Record<AreaType, AdminArea>>

/** Areas around a point: for each type the one that an address there names, and all others. */
export interface AreasAround {
  lineage: Lineage
  /** Other areas, narrowest first. */
  others: readonly AdminArea[]
}

/** Types of areas that a statement of each type can mean, the most likely first. */
const meantTypes: Readonly<Record<StatedType, readonly AreaType[]>> = {
  locality: ['locality', 'neighbourhood'],
  neighbourhood: ['neighbourhood', 'locality'],
  county: ['county', 'region', 'locality'],
  region: ['region', 'county'],
}
/** Maximum distance of a settlement whose type differs from the type of the statement's key. */
const otherTypeMeters = 2_000
/** Radius of a city, the largest in {@link classifySettlement}. */
const maxSettlementMeters = 15_000

/** Finds the areas around a point. */
export class Hierarchy {
  readonly #shapes = new PolygonGrid<AdminArea>()
  readonly #settlements = new PointGrid<AdminArea>(maxSettlementMeters)
  readonly #quarters = new PointGrid<AdminArea>(maxSettlementMeters)
  readonly #named = new NamedAreas()
  readonly #areas: AdminArea[] = []
  readonly #countryAt: (at: LatLon) => AdminArea | undefined

  /** @param countryAt Returns the country of a point outside all mapped countries. */
  constructor(countryAt: (at: LatLon) => AdminArea | undefined) {
    this.#countryAt = countryAt
  }

  /** Areas in the order of their addition. */
  get areas(): readonly AdminArea[] {
    return this.#areas
  }

  /** Adds an area, whose own parents must be set. */
  add(area: AdminArea): void {
    this.#areas.push(area)
    this.#named.add(area)
    if (area.shape) this.#shapes.add(area.shape, area)
    if (area.radiusMeters === 0) return
    if (area.type === 'locality') this.#settlements.add(area.at, area)
    if (area.type === 'neighbourhood') this.#quarters.add(area.at, area)
  }

  /**
   * Returns the areas around a point, at most one of each type. Areas whose shape contains the point come first. A
   * village replaces the municipality around it as the locality if the point is nearer to the village, relative to the
   * radius of each. Without a shape, the locality is the nearest settlement relative to its radius, within the radius
   * and in the same wider areas. A town or suburb named in the address wins if it is near.
   *
   * @param itself The area at this position, if the point belongs to an area.
   */
  findLineage(at: LatLon, tags: OsmTags, itself?: AdminArea): Lineage {
    return this.findAreasAround(at, tags, itself).lineage
  }

  /** Returns {@link findLineage} and the other areas around the point. */
  findAreasAround(at: LatLon, tags: OsmTags = {}, itself?: AdminArea): AreasAround {
    const within = itself ? areaOrder[itself.type] : Infinity
    const lineage: Lineage = {}
    const others: (AdminArea | undefined)[] = []
    for (const area of this.#shapes.findContaining(at)) {
      if (area === itself || areaOrder[area.type] > within || !isWider(area, itself)) continue
      const present = lineage[area.type]
      if (!present || isBetter(area, present)) lineage[area.type] = area
      others.push(area)
    }
    complete(lineage, itself ? [itself] : [])
    if (areaOrder.locality < within) {
      const { locality, near } = this.#findLocality(at, tags, lineage)
      others.push(lineage.locality, ...near)
      if (locality) lineage.locality = locality
    }
    if (lineage.locality) complete(lineage, [lineage.locality])
    if (areaOrder.neighbourhood < within) {
      others.push(lineage.neighbourhood)
      const stated = tags['addr:suburb'] ?? tags['addr:neighbourhood'] ?? tags['addr:quarter']
      const nearest = this.#findNearest(this.#quarters, at, lineage, 'locality')
      const quarter =
        (stated && this.#named.find(stated, 'neighbourhood', at)) ??
        lineage.neighbourhood ??
        nearest.relative?.area
      others.push(nearest.relative?.area, nearest.absolute?.area)
      if (quarter) lineage.neighbourhood = quarter
    }
    if (!lineage.country && itself?.type !== 'country') {
      const country = this.#countryAt(at)
      if (country) lineage.country = country
    }
    return { lineage, others: dropLineage(others, lineage) }
  }

  /** See {@link NamedAreas.settlement}. */
  findSettlement(name: string, at: LatLon): AdminArea | undefined {
    return this.#named.settlement(name, at)
  }

  /**
   * Finds the area of the same country that an address at the point means by a name. A county or region around the
   * point stands for its town if both have the same name.
   */
  findStated(name: string, type: StatedType, at: LatLon, lineage: Lineage): AdminArea | undefined {
    const isMeant = (area: AdminArea) => isInCountry(area, lineage)
    for (const meant of meantTypes[type]) {
      const maxMeters = meant === type ? undefined : otherTypeMeters
      const area = this.#named.find(name, meant, at, { maxMeters, isMeant })
      if (area) return area
    }
    return [lineage.county, lineage.region].find((area) => area && isCalled(area, name))
  }

  /** Returns localities and neighbourhoods around the point or within 10 km, in the same country. */
  findTownsNear(at: LatLon, { lineage, others }: AreasAround): Set<AdminArea> {
    const near = [...this.#named.findNear(at)].filter((area) => isInCountry(area, lineage))
    const around = [...Object.values(lineage), ...others]
    return new Set([...around.filter(({ type }) => isSettlementType(type)), ...near])
  }

  /**
   * Finds the area of this name and type whose circle or shape reaches to within `gapMeters` of one of the points.
   */
  findReaching(
    name: string,
    type: AreaType,
    points: readonly LatLon[],
    { gapMeters, countryCode }: { gapMeters: number; countryCode: string },
  ): AdminArea | undefined {
    return this.#named.listNamesakes(name, type).find((area) => {
      const radius = Math.max(area.radiusMeters, computeRadius(area.shape))
      const reach = radius + gapMeters
      if (area.countryCode !== countryCode) return false
      return points.some((at) => measureMeters(at, area.at) < reach)
    })
  }

  /** Returns the locality of the point, and the settlements near it. */
  #findLocality(
    at: LatLon,
    tags: OsmTags,
    lineage: Lineage,
  ): { locality?: AdminArea | undefined; near: (AdminArea | undefined)[] } {
    const town = tags['addr:city'] ?? tags['addr:place']
    const stated = town && this.#named.find(town, 'locality', at)
    const around = lineage.locality
    const { relative, absolute } = this.#findNearest(
      ...([this.#settlements, at, lineage, around ? 'locality' : 'county'] as const),
    )
    const near = [relative?.area, absolute?.area]
    if (stated) return { locality: stated, near }
    const share =
      around && around.radiusMeters > 0
        ? measureMeters(at, around.at) / around.radiusMeters
        : Infinity
    const isNearer = relative !== undefined && (!around || relative.share < share)
    return { locality: isNearer ? relative.area : around, near }
  }

  /** Returns the nearest settlement in the same areas down to a type: relative to its radius, and in metres. */
  #findNearest(
    grid: PointGrid<AdminArea>,
    at: LatLon,
    lineage: Lineage,
    sameDownTo: AreaType,
  ): Partial<Record<'relative' | 'absolute', { area: AdminArea; share: number; meters: number }>> {
    let relative: { area: AdminArea; share: number; meters: number } | undefined
    let absolute: typeof relative
    for (const { thing: area } of grid.findAround(at)) {
      const meters = measureMeters(at, area.at)
      const share = meters / area.radiusMeters
      if (share > 1) continue
      // A settlement with a shape is the locality only if the shape contains the point, however near it is.
      const isNearest = !absolute || meters < absolute.meters
      const isBest = !area.shape && (!relative || share < relative.share)
      if ((!isNearest && !isBest) || !isWithin(area, lineage, sameDownTo)) continue
      if (isBest) relative = { area, share, meters }
      if (isNearest) absolute = { area, share, meters }
    }
    return { ...(relative && { relative }), ...(absolute && { absolute }) }
  }
}

function dropLineage(areas: readonly (AdminArea | undefined)[], lineage: Lineage): AdminArea[] {
  const known = new Set(Object.values(lineage))
  return [...new Set(areas)]
    .filter((area) => area !== undefined)
    .filter((area) => area.type !== 'country' && !known.has(area) && isInCountry(area, lineage))
    .sort((a, b) => areaOrder[b.type] - areaOrder[a.type])
}

/** Returns the radius of a circle of the same area. */
function computeRadius(shape: AdminArea['shape']): number {
  return shape ? Math.sqrt(shape.areaSquareMeters / Math.PI) : 0
}

function isInCountry({ parents }: AdminArea, { country }: Lineage): boolean {
  return parents.every(({ type, id }) => type !== 'country' || id === country?.id)
}

function isWider(area: AdminArea, itself: AdminArea | undefined): boolean {
  if (!itself || area.type !== itself.type) return true
  // Only a locality can contain an area of its own type: a municipality contains villages.
  if (area.type !== 'locality') return false
  return !itself.shape || area.shape!.areaSquareMeters > itself.shape.areaSquareMeters
}

function isBetter(area: AdminArea, than: AdminArea): boolean {
  if (area.preference !== than.preference) return area.preference < than.preference
  return area.shape!.areaSquareMeters < than.shape!.areaSquareMeters
}

/** Adds the parents and stated parents of areas to a lineage. */
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
function isWithin(area: AdminArea, lineage: Lineage, downTo: AreaType): boolean {
  for (const type of ['country', 'region', 'county', 'locality'] as const) {
    if (areaOrder[type] > areaOrder[downTo]) return true
    const wider = lineage[type]
    if (!wider) continue
    const own = area.parents.find((parent) => parent.type === type)
    if (own ? own !== wider : type === 'locality') return false
  }
  return true
}

/** Returns the areas of a lineage, narrowest first. */
export function listParents(lineage: Lineage): AdminArea[] {
  return Object.values(lineage).sort((a, b) => areaOrder[b.type] - areaOrder[a.type])
}
