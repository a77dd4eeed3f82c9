import type { LatLon } from '../../lib/geo/index.ts'
import { fold } from '../../lib/text/index.ts'
import type { NodeTable } from '../osm/index.ts'
import { type AdminArea, areaOrder } from './admin-area.ts'
import { adminClassOf } from './admin-levels.ts'
import {
  dropForeignShape,
  isSamePlace,
  labelOf,
  linkPlaceNode,
  mergeNodeInto,
  moveToAdminCentre,
} from './area-links.ts'
import type { AreaPolygon } from './area-polygon.ts'
import {
  type AreaOutline,
  type AreaSource,
  adminLevelOf,
  assembleOutline,
  isPostalArea,
  type PlaceNode,
} from './area-sources.ts'
import { CountryList } from './country-list.ts'
import { Hierarchy, parentsOf } from './hierarchy.ts'
import { bases } from './importance.ts'
import {
  keepPresent,
  type MappedArea,
  relationsWithSubarea,
  setStatedParents,
  withoutDuplicates,
} from './mapped-area.ts'
import { namesOf } from './names.ts'
import { PolygonGrid } from './polygon-grid.ts'
import { cleanPostcode } from './postcode.ts'
import { settlementClassOf } from './settlement.ts'

export interface AreaData {
  sources: readonly AreaSource[]
  placeNodes: readonly PlaceNode[]
  nodesOfWays: ReadonlyMap<number, readonly number[]>
  nodes: NodeTable
}

export interface Areas {
  /** All but countries that are not on the map; widest first. */
  list: readonly AdminArea[]
  countries: CountryList
  hierarchy: Hierarchy
  /** Postcodes by their areas. */
  postcodes: PolygonGrid<string>
  postcodeShapes: ReadonlyMap<string, AreaPolygon>
  /** Areas that the data holds only a part of, so that nothing is known to lie in them. */
  withoutShape: number
}

/** Makes areas of what is mapped: one for each thing, however often it is mapped. */
export function buildAreas({ sources, placeNodes, nodesOfWays, nodes }: AreaData): Areas {
  const outlines = new Map(
    sources.map((source) => [source, assembleOutline(source.ways, nodesOfWays, nodes)]),
  )
  const countries = new CountryList()
  const places = new Map(placeNodes.map((node) => [node.id, node]))
  const mapped: MappedArea[] = []
  const linked = new Set<number>()

  for (const [source, found] of outlines) {
    if (adminLevelOf(source.tags) === 2) {
      const area = countries.addMapped(source, found, labelOf(source, places, nodes))
      if (!area) continue
      mapped.push({ source, area })
      const label = source.label === undefined ? undefined : places.get(source.label)
      const node =
        label ?? placeNodes.find((n) => n.tags.place === 'country' && isSamePlace(area, n))
      if (node) mergeNodeInto(area, node, linked)
    }
  }
  const byRelation = new Map(sources.map((source) => [source.relation, source]))
  const positionOf = (source: AreaSource, depth = 0): LatLon | undefined => {
    const own = labelOf(source, places, nodes) ?? outlines.get(source)!.at
    if (own || depth > 4) return own
    for (const part of source.subareas) {
      const known = byRelation.get(part)
      const at = known && positionOf(known, depth + 1)
      if (at) return at
    }
    return undefined
  }
  for (const [source, found] of outlines) {
    const area = areaOf(source, found, positionOf(source), places, countries)
    if (area) mapped.push({ source, area })
  }
  const byName = Map.groupBy(placeNodes, ({ tags }) => fold(tags.name ?? ''))
  for (const { source, area } of mapped) linkPlaceNode(area, source, places, byName, linked)
  for (const { area, source } of mapped) dropForeignShape(area, source, places, nodes)
  const wholes = relationsWithSubarea(sources)
  const kept = withoutDuplicates(keepPresent(mapped, sources, wholes, nodes))
  setStatedParents(mapped, new Set(kept.map(({ area }) => area)), wholes)
  const list = kept.map(({ area }) => area)
  for (const { area, source } of kept) moveToAdminCentre(area, source, places)

  const hierarchy = new Hierarchy((at) => countries.at(at))
  const enter = (area: AdminArea): void => {
    const lineage = hierarchy.lineageOf(area.at, area.tags, area)
    area.parents = parentsOf(lineage)
    area.countryCode ||= lineage.country?.countryCode ?? ''
    hierarchy.add(area)
  }
  const free = placeNodes.filter((node) => !linked.has(node.id))
  for (const type of ['country', 'region', 'county', 'locality', 'neighbourhood'] as const) {
    const shaped = list.filter((area) => area.type === type)
    shaped.sort((a, b) => sizeOf(b) - sizeOf(a) || (a.id < b.id ? -1 : 1))
    for (const area of shaped) enter(area)
    for (const node of free) {
      const area = settlementOf(node)
      if (area?.type !== type || type === 'country') continue
      if (type === 'region' || type === 'county') {
        if (list.some((other) => other.type === type && isSamePlace(other, node))) continue
      }
      const isPart = node.tags.place === 'hamlet' || node.tags.place === 'isolated_dwelling'
      if (isPart && hierarchy.lineageOf(area.at, {}).locality?.shape) area.type = 'neighbourhood'
      list.push(area)
      enter(area)
    }
  }
  const postcodes = new PolygonGrid<string>()
  const postcodeShapes = new Map<string, AreaPolygon>()
  for (const [{ tags }, { shape, isCut, at }] of outlines) {
    const code =
      isPostalArea(tags) && at
        ? cleanPostcode(tags.postal_code, countries.codeAt(at, tags).alpha3)
        : undefined
    if (!code || !shape || isCut) continue
    postcodes.add(shape, code)
    postcodeShapes.set(code, shape)
  }
  list.sort((a, b) => areaOrder[a.type] - areaOrder[b.type])
  const withoutShape = list.filter(
    ({ id, shape, isCut }) => isCut || (!shape && !id.startsWith('osm:node')),
  ).length
  return { list, countries, hierarchy, postcodes, postcodeShapes, withoutShape }
}

function sizeOf({ shape }: AdminArea): number {
  return shape?.areaSquareMeters ?? 0
}

/** The area of a source that is no country; undefined for levels nobody asks for. */
function areaOf(
  source: AreaSource,
  { shape, isCut, at }: AreaOutline,
  position: LatLon | undefined,
  places: ReadonlyMap<number, PlaceNode>,
  countries: CountryList,
): AdminArea | undefined {
  const { tags, id } = source
  const level = adminLevelOf(tags)
  if (level === 2 || !position) return undefined
  const country = countries.codeAt(shape ? at! : position, tags)
  const names = namesOf(tags, 'area')
  const seats = source.adminCentres.map((seat) => places.get(seat)?.tags.name)
  const hasSeatOfItsName = seats.some(
    (seat) => seat !== undefined && fold(seat) === fold(names.name),
  )
  const admin =
    level === undefined ? undefined : adminClassOf(country.alpha2 ?? '', level, hasSeatOfItsName)
  const rank = settlementClassOf(tags)
  const type = admin?.type ?? rank?.type
  if (!type || type === 'country') return undefined
  return {
    ...{ id, type, tags, names, at: shape ? at! : position, countryCode: country.alpha3 },
    ...(shape && { shape, isCut }),
    base: rank && rank.type === type ? rank.base : baseOf(type, admin?.preference ?? 0),
    radiusMeters: 0,
    preference: admin?.preference ?? 1,
    ...{ parents: [], statedParents: [], houses: [] },
  }
}

function baseOf(type: 'region' | 'county' | 'locality' | 'neighbourhood', preference: number) {
  const base = type === 'locality' ? bases.municipality : bases[type]
  return base - 0.02 * preference
}

/** A settlement that is mapped as a node alone. */
function settlementOf({ id, tags, at }: PlaceNode): AdminArea | undefined {
  const rank = settlementClassOf(tags)
  if (!rank) return undefined
  return {
    ...{ id: `osm:node/${id}`, type: rank.type, tags, names: namesOf(tags, 'area'), at },
    ...{ base: rank.base, radiusMeters: rank.radiusMeters, preference: 1, countryCode: '' },
    ...{ parents: [], statedParents: [], houses: [] },
  }
}
