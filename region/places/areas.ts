import type { LatLon } from '#ground/geo'
import { fold } from '#places/text'
import type { LargeMap } from '#platform/large-data'
import type { NodeTable } from '../osm/index.ts'
import { type AdminArea, areaOrder } from './admin-area.ts'
import { classifyAdminArea } from './admin-levels.ts'
import {
  dropForeignShape,
  findLabelPosition,
  isSamePlace,
  linkPlaceNode,
  mergeNodeInto,
  moveToAdminCentre,
} from './area-links.ts'
import {
  type AreaOutline,
  type AreaSource,
  assembleOutline,
  type PlaceNode,
  parseAdminLevel,
} from './area-sources.ts'
import { CountryList } from './country-list.ts'
import { Hierarchy, listParents } from './hierarchy.ts'
import { bases } from './importance.ts'
import {
  indexBySubarea,
  keepPresent,
  type MappedArea,
  mergeDuplicates,
  setStatedParents,
} from './mapped-area.ts'
import { readNames } from './names.ts'
import { collectPostalAreas, type PostalAreas } from './postal-areas.ts'
import { classifySettlement } from './settlement.ts'

export interface AreaData {
  sources: readonly AreaSource[]
  placeNodes: readonly PlaceNode[]
  nodesOfWays: LargeMap<number, readonly number[]>
  nodes: NodeTable
}

export interface Areas {
  /** All areas, widest type first. Countries are included only if the extract has their borders. */
  list: AdminArea[]
  countries: CountryList
  hierarchy: Hierarchy
  postal: PostalAreas
  /** Number of areas with an incomplete outline; places cannot be assigned to them by position. */
  withoutShape: number
}

/** Maximum depth of nested subareas searched for a position. */
const maxSubareaDepth = 5
/** Importance that an area loses for each step of preference. */
const lossPerPreference = 0.02

/** Area data with its lookup tables. */
interface IndexedData extends AreaData {
  outlines: ReadonlyMap<AreaSource, AreaOutline>
  places: ReadonlyMap<number, PlaceNode>
  byRelation: ReadonlyMap<number | undefined, AreaSource>
  countries: CountryList
}

/** Builds the areas: one for each real area, even if several OSM objects map it. */
export function buildAreas(data: AreaData): Areas {
  const { sources, placeNodes, nodesOfWays, nodes } = data
  const countries = new CountryList()
  const indexed: IndexedData = {
    ...data,
    outlines: new Map(
      sources.map((source) => [source, assembleOutline(source.ways, nodesOfWays, nodes)]),
    ),
    places: new Map(placeNodes.map((node) => [node.id, node])),
    byRelation: new Map(sources.map((source) => [source.relation, source])),
    countries,
  }
  const linked = new Set<number>()
  const mapped = [...addMappedCountries(indexed, linked), ...buildMappedAreas(indexed)]
  const list = linkAndFilter(mapped, indexed, linked)

  const hierarchy = new Hierarchy((at) => countries.at(at))
  const unlinked = placeNodes.filter((node) => !linked.has(node.id))
  for (const type of ['country', 'region', 'county', 'locality', 'neighbourhood'] as const) {
    const shaped = list.filter((area) => area.type === type)
    shaped.sort((a, b) => measureShape(b) - measureShape(a) || (a.id < b.id ? -1 : 1))
    for (const area of shaped) addToHierarchy(area, hierarchy)
    for (const node of unlinked) {
      const area = buildSettlement(type, node, list, hierarchy)
      if (!area) continue
      list.push(area)
      addToHierarchy(area, hierarchy)
    }
  }
  list.sort((a, b) => areaOrder[a.type] - areaOrder[b.type])
  const withoutShape = list.filter(
    ({ id, shape, isCut }) => isCut || (!shape && !id.startsWith('osm:node')),
  ).length
  const postal = collectPostalAreas(indexed.outlines, countries)
  return { list, countries, hierarchy, postal, withoutShape }
}

function addMappedCountries(
  { outlines, places, placeNodes, nodes, countries }: IndexedData,
  linked: Set<number>,
): MappedArea[] {
  const mapped: MappedArea[] = []
  for (const [source, outline] of outlines) {
    if (parseAdminLevel(source.tags) !== 2) continue
    const area = countries.addMapped(source, outline, findLabelPosition(source, places, nodes))
    if (!area) continue
    mapped.push({ source, area })
    const label = source.label === undefined ? undefined : places.get(source.label)
    const node =
      label ?? placeNodes.find((node) => node.tags.place === 'country' && isSamePlace(area, node))
    if (node) mergeNodeInto(area, node, linked)
  }
  return mapped
}

function buildMappedAreas(indexed: IndexedData): MappedArea[] {
  const mapped: MappedArea[] = []
  for (const [source, outline] of indexed.outlines) {
    const area = buildArea(source, outline, locateSource(source, indexed), indexed)
    if (area) mapped.push({ source, area })
  }
  return mapped
}

/**
 * Returns the position of the source's label, admin centre or outline, or else of its first subarea with a position.
 */
function locateSource(source: AreaSource, indexed: IndexedData, depth = 0): LatLon | undefined {
  const own =
    findLabelPosition(source, indexed.places, indexed.nodes) ?? indexed.outlines.get(source)!.at
  if (own || depth >= maxSubareaDepth) return own
  for (const relation of source.subareas) {
    const subarea = indexed.byRelation.get(relation)
    const at = subarea && locateSource(subarea, indexed, depth + 1)
    if (at) return at
  }
  return undefined
}

/** Merges areas with their place nodes. Drops duplicates and areas outside the data. */
function linkAndFilter(
  mapped: readonly MappedArea[],
  { sources, placeNodes, places, nodes }: IndexedData,
  linked: Set<number>,
): AdminArea[] {
  const byName = Map.groupBy(placeNodes, ({ tags }) => fold(tags.name ?? ''))
  for (const { source, area } of mapped) linkPlaceNode(area, source, { places, byName, linked })
  for (const { area, source } of mapped) dropForeignShape(area, source, places, nodes)
  const wider = indexBySubarea(sources)
  const kept = mergeDuplicates(keepPresent(mapped, sources, wider, nodes))
  setStatedParents(mapped, new Set(kept.map(({ area }) => area)), wider)
  for (const { area, source } of kept) moveToAdminCentre(area, source, places)
  return kept.map(({ area }) => area)
}

/** Sets the parents of an area and adds it to the hierarchy, so that it can be a parent itself. */
function addToHierarchy(area: AdminArea, hierarchy: Hierarchy): void {
  const { lineage, others } = hierarchy.findAreasAround(area.at, area.tags, area)
  area.parents = listParents(lineage)
  area.otherAreas = others
  area.countryCode ||= lineage.country?.countryCode ?? ''
  hierarchy.add(area)
}

function measureShape({ shape }: AdminArea): number {
  return shape?.areaSquareMeters ?? 0
}

/** Builds the area of a source. Returns undefined for countries and for admin levels that addresses do not use. */
function buildArea(
  source: AreaSource,
  { shape, isCut, at }: AreaOutline,
  position: LatLon | undefined,
  { places, countries }: IndexedData,
): AdminArea | undefined {
  const { tags, id } = source
  const level = parseAdminLevel(tags)
  if (level === 2 || !position) return undefined
  const country = countries.findCodes(shape ? at! : position, tags)
  const names = readNames(tags, 'area')
  const hasCentreOfSameName = source.adminCentres.some((centre) => {
    const name = places.get(centre)?.tags.name
    return name !== undefined && fold(name) === fold(names.name)
  })
  const admin =
    level === undefined
      ? undefined
      : classifyAdminArea(country.alpha2 ?? '', level, hasCentreOfSameName)
  const settlement = classifySettlement(tags)
  const type = admin?.type ?? settlement?.type
  if (!type || type === 'country') return undefined
  return {
    id,
    type,
    tags,
    names,
    at: shape ? at! : position,
    countryCode: country.alpha3,
    ...(shape && { shape, isCut }),
    base: settlement?.type === type ? settlement.base : computeBase(type, admin?.preference ?? 0),
    radiusMeters: 0,
    preference: admin?.preference ?? 1,
    parents: [],
    statedParents: [],
    houses: [],
  }
}

function computeBase(type: 'region' | 'county' | 'locality' | 'neighbourhood', preference: number) {
  const base = type === 'locality' ? bases.municipality : bases[type]
  return base - lossPerPreference * preference
}

/**
 * Builds the area of a settlement that is mapped only as a node. Returns undefined if the node has another type or its
 * area exists.
 */
function buildSettlement(
  type: AdminArea['type'],
  node: PlaceNode,
  list: readonly AdminArea[],
  hierarchy: Hierarchy,
): AdminArea | undefined {
  const { id, tags, at } = node
  const settlement = classifySettlement(tags)
  if (settlement?.type !== type || type === 'country') return undefined
  if (type === 'region' || type === 'county') {
    if (list.some((area) => area.type === type && isSamePlace(area, node))) return undefined
  }
  // A hamlet inside the outline of a locality is part of that locality.
  const isSmall = tags.place === 'hamlet' || tags.place === 'isolated_dwelling'
  const isPart = isSmall && hierarchy.findLineage(at, {}).locality?.shape !== undefined
  return {
    id: `osm:node/${id}`,
    type: isPart ? 'neighbourhood' : type,
    tags,
    at,
    names: readNames(tags, 'area'),
    base: settlement.base,
    radiusMeters: settlement.radiusMeters,
    preference: 1,
    countryCode: '',
    parents: [],
    statedParents: [],
    houses: [],
  }
}
