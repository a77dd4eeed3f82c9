import { LargeMap } from '#platform/large-data'
import { IdList, NodeTable, type OsmMember, type OsmSource, type OsmTags } from '../osm/index.ts'
import {
  type AreaSource,
  type PlaceNode,
  readAreaRelation,
  readAreaWay,
  selectOutlineWays,
} from './area-sources.ts'
import { type Areas, buildAreas } from './areas.ts'
import {
  type CollectOptions,
  type FeatureRelation,
  type VisitFeature,
  visitFeatures,
} from './features.ts'
import { hasAddress, isInterpolation, isStreet, isVenue, isWanted } from './selection.ts'
import { classifySettlement } from './settlement.ts'

export interface Collection {
  areas: Areas
  /** Visits every feature except areas, in the order of the files. May be called once. */
  visitFeatures(visit: VisitFeature): Promise<void>
}

/** Shares of the progress of the four passes over the files. */
const passShares = [0.1, 0.2, 0.2, 0.5]

/**
 * Reads the files in four passes: relations; ways, for the nodes they need; nodes, for their positions; and, once the
 * areas are built, all features. Memory holds only the areas and the positions of needed nodes.
 */
export async function collect(
  source: OsmSource,
  { signal, onProgress }: CollectOptions,
): Promise<Collection> {
  const passOptions = (pass: number) => {
    const before = passShares.slice(0, pass).reduce((sum, share) => sum + share, 0)
    return { signal, onProgress: (f: number) => onProgress?.(before + f * passShares[pass]!) }
  }
  const relations = await readRelations(source, passOptions(0))
  const { areaSources, featureRelations, streetNames, outlines, neededNodes } = relations
  const numbered = await readWays(source, relations, passOptions(1))
  const nodes = new NodeTable(neededNodes.sorted())
  const placeNodes = await readNodes(source, nodes, numbered, passOptions(2))
  const areas = buildAreas({ sources: areaSources, placeNodes, nodesOfWays: outlines, nodes })
  return {
    areas,
    visitFeatures: (visit) =>
      visitFeatures(
        source,
        { areas, streetNames, featureRelations, outlines, nodes, numbered },
        visit,
        passOptions(3),
      ),
  }
}

interface Relations {
  areaSources: AreaSource[]
  featureRelations: FeatureRelation[]
  /** Street names of houses in street relations, by the id of the house (`osm:way/1`). */
  streetNames: LargeMap<string, string>
  /** Node ids of the ways of outlines; the lists are empty until the ways are read. */
  outlines: LargeMap<number, readonly number[]>
  neededNodes: IdList
}

async function readRelations(source: OsmSource, options: CollectOptions): Promise<Relations> {
  const areaSources: AreaSource[] = []
  const featureRelations: FeatureRelation[] = []
  const streetNames = new LargeMap<string, string>()
  const outlines = new LargeMap<number, readonly number[]>()
  const neededNodes = new IdList()
  await source.visit(
    {
      relation(id, members, tags) {
        const area = readAreaRelation(id, members, tags)
        if (area) {
          areaSources.push(area)
          for (const way of area.ways) outlines.set(way, [])
          for (const node of area.adminCentres) neededNodes.add(node)
          if (area.label !== undefined) neededNodes.add(area.label)
        }
        if (isFeatureRelation(tags)) {
          const ways = selectFeatureWays(members, tags)
          const label = findLabelNode(members)
          featureRelations.push({ id, tags, ways, ...(label !== undefined && { label }) })
          for (const way of ways) outlines.set(way, [])
          if (label !== undefined) neededNodes.add(label)
        }
        addStreetNames(streetNames, members, tags)
      },
    },
    options,
  )
  return { areaSources, featureRelations, streetNames, outlines, neededNodes }
}

/**
 * Adds areas, outlines and needed nodes.
 *
 * @returns Nodes of interpolation ways, with empty tags.
 */
async function readWays(
  source: OsmSource,
  { areaSources, outlines, neededNodes }: Relations,
  options: CollectOptions,
): Promise<LargeMap<number, OsmTags>> {
  const numbered = new LargeMap<number, OsmTags>()
  await source.visit(
    {
      way(id, nodes, tags) {
        const area = readAreaWay(id, nodes, tags)
        if (area) areaSources.push(area)
        const isOutline = area !== undefined || outlines.has(id)
        if (isOutline) outlines.set(id, [...nodes])
        if (!isOutline && !isWanted(tags)) return
        for (const node of nodes) neededNodes.add(node)
        if (isInterpolation(tags)) for (const node of nodes) numbered.set(node, {})
      },
    },
    options,
  )
  for (const [way, nodes] of outlines) if (nodes.length === 0) outlines.delete(way)
  return numbered
}

/**
 * Fills in the positions of needed nodes and the tags of nodes in `numbered`.
 *
 * @returns Place nodes, sorted by id.
 */
async function readNodes(
  source: OsmSource,
  nodes: NodeTable,
  numbered: LargeMap<number, OsmTags>,
  options: CollectOptions,
): Promise<PlaceNode[]> {
  const placeNodes: PlaceNode[] = []
  await source.visit(
    {
      node(id, lat, lon, tags) {
        nodes.set(id, lat, lon)
        if (!tags) return
        if (classifySettlement(tags)) placeNodes.push({ id, tags, at: { lat, lon } })
        if (numbered.has(id)) numbered.set(id, tags)
      },
    },
    options,
  )
  return placeNodes.sort((a, b) => a.id - b.id)
}

const siteRoles: ReadonlySet<string> = new Set(['perimeter', 'main', 'outer'])
const labelRoles: ReadonlySet<string> = new Set(['label', 'admin_centre', 'main'])

function isFeatureRelation(tags: OsmTags): boolean {
  if (tags.type !== 'multipolygon' && tags.type !== 'boundary' && tags.type !== 'site') return false
  return (isStreet(tags) || hasAddress(tags) || isVenue(tags)) && tags.boundary !== 'administrative'
}

/** Selects the ways of a feature's outline; of a site, its perimeter and main object. */
function selectFeatureWays(members: readonly OsmMember[], tags: OsmTags): number[] {
  if (tags.type !== 'site') return selectOutlineWays(members)
  const main = members.filter(({ type, role }) => type === 'way' && siteRoles.has(role))
  return main.length > 0 ? main.map(({ ref }) => ref) : selectOutlineWays(members)
}

function findLabelNode(members: readonly OsmMember[]): number | undefined {
  return members.find(({ type, role }) => type === 'node' && labelRoles.has(role))?.ref
}

/** Adds the street name of each house in a street relation. */
function addStreetNames(
  streetNames: LargeMap<string, string>,
  members: readonly OsmMember[],
  tags: OsmTags,
): void {
  if (tags.type !== 'associatedStreet' && tags.type !== 'street') return
  const name = tags['addr:street'] ?? tags.name
  if (!name) return
  for (const { type, ref, role } of members)
    if (role === 'house' || role === 'address') streetNames.set(`osm:${type}/${ref}`, name)
}
