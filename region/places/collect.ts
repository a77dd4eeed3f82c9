import { boundsOf, type LatLon } from '../../lib/geo/index.ts'
import {
  assembleRings,
  IdList,
  NodeTable,
  type OsmMember,
  type OsmSource,
  type OsmTags,
} from '../osm/index.ts'
import type { AdminArea } from './admin-area.ts'
import { AreaPolygon } from './area-polygon.ts'
import {
  type AreaSource,
  areaRelation,
  areaWay,
  outlineWays,
  type PlaceNode,
} from './area-sources.ts'
import { type Areas, buildAreas } from './areas.ts'
import { parentsOf } from './hierarchy.ts'
import { interpolate, type NumberedPoint } from './interpolation.ts'
import type { OsmFeature } from './osm-feature.ts'
import { rounded } from './plane.ts'
import { hasAddress, isInterpolation, isStreet, isVenue, isWanted } from './selection.ts'
import { settlementClassOf } from './settlement.ts'

/** A relation that is a place itself: a multipolygon of a building, a lake, a square. */
interface FeatureRelation {
  id: number
  tags: OsmTags
  ways: readonly number[]
}

export interface Collection {
  areas: Areas
  /** Everything but areas, in the order of the files; to be read once. */
  visitFeatures(visit: (feature: OsmFeature, localityAt: LatLon) => Promise<void>): Promise<void>
}

export interface CollectOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((fraction: number) => void) | undefined
}

/** Share of the work that each reading of the files takes. */
const passes = [0.1, 0.2, 0.2, 0.5]

/**
 * Reads the files four times: relations; ways, for what nodes they need; nodes, for where they are;
 * and, when the areas are known, everything that lies in them. So only the coordinates of needed nodes
 * and the areas are kept in memory.
 */
export async function collect(
  source: OsmSource,
  { signal, onProgress }: CollectOptions,
): Promise<Collection> {
  const during = (pass: number) => {
    const before = passes.slice(0, pass).reduce((sum, share) => sum + share, 0)
    return { signal, onProgress: (f: number) => onProgress?.(before + f * passes[pass]!) }
  }
  const areaSources: AreaSource[] = []
  const areaFeatures: FeatureRelation[] = []
  const streetNames = new Map<string, string>()
  const keptWays = new Map<number, readonly number[]>()
  const centers = new IdList()
  const keepWay = (way: number) => void keptWays.set(way, [])
  await source.visit(
    {
      relation(id, members, tags) {
        const area = areaRelation(id, members, tags)
        if (area) {
          areaSources.push(area)
          area.ways.forEach(keepWay)
          for (const node of area.adminCentres) centers.add(node)
          if (area.label !== undefined) centers.add(area.label)
        }
        if (isFeatureRelation(tags)) {
          areaFeatures.push({ id, tags, ways: outlineWays(members) })
          outlineWays(members).forEach(keepWay)
        }
        nameMembers(members, tags, streetNames)
      },
    },
    during(0),
  )

  const needed = centers
  /** Nodes of interpolation ways, whose numbers are wanted. */
  const numbered = new Map<number, OsmTags>()
  await source.visit(
    {
      way(id, nodes, tags) {
        const isOutline = keptWays.has(id)
        const area = areaWay(id, nodes, tags)
        if (area) areaSources.push(area)
        if (isOutline || area) keptWays.set(id, [...nodes])
        if (!isOutline && !area && !isWanted(tags)) return
        for (const node of nodes) needed.add(node)
        if (isInterpolation(tags)) for (const node of nodes) numbered.set(node, {})
      },
    },
    during(1),
  )
  for (const [way, nodes] of keptWays) if (nodes.length === 0) keptWays.delete(way)

  const nodes = new NodeTable(needed.sorted())
  const placeNodes: PlaceNode[] = []
  await source.visit(
    {
      node(id, lat, lon, tags) {
        nodes.set(id, lat, lon)
        if (!tags) return
        if (settlementClassOf(tags)) placeNodes.push({ id, tags, at: { lat, lon } })
        if (numbered.has(id)) numbered.set(id, tags)
      },
    },
    during(2),
  )
  placeNodes.sort((a, b) => a.id - b.id)
  const areas = buildAreas({ sources: areaSources, placeNodes, nodesOfWays: keptWays, nodes })

  const features = new FeatureMaker(areas, streetNames)
  return {
    areas,
    async visitFeatures(visit) {
      // What is made of a block waits here: visitors of the source cannot wait themselves.
      const made: [OsmFeature, LatLon][] = []
      const make = (...of: Parameters<FeatureMaker['make']>) => made.push(features.make(...of))
      const drain = async () => {
        for (const [feature, localityAt] of made) await visit(feature, localityAt)
        made.length = 0
      }
      await source.visit(
        {
          node(id, lat, lon, tags) {
            if (!tags || !(hasAddress(tags) || isVenue(tags))) return
            make(`osm:node/${id}`, tags, rounded({ lat, lon }))
          },
          way(id, refs, tags) {
            if (!isWanted(tags)) return
            const line = nodes.line(refs)
            if (line.length === 0 || (line.length < 2 && isStreet(tags))) return
            const osmId = `osm:way/${id}`
            if (isInterpolation(tags)) {
              for (const [at, own] of numbersAlong(refs, line, tags, numbered, nodes))
                make(osmId, own, at, { interpolated: true })
            }
            const isClosed = refs.length > 3 && refs[0] === refs[refs.length - 1]
            const at =
              isClosed && line.length > 3 ? new AreaPolygon([line]).innerPoint() : middleOf(line)
            const isLine = isStreet(tags) || tags.waterway !== undefined
            if (isStreet(tags) || hasAddress(tags) || isVenue(tags))
              make(osmId, tags, at, isLine ? { line, nodes: [...refs] } : {})
          },
        },
        { ...during(3), afterBlock: drain },
      )
      for (const { id, tags, ways } of areaFeatures) {
        signal?.throwIfAborted()
        const known = ways.flatMap((way) => (keptWays.has(way) ? [keptWays.get(way)!] : []))
        const rings = assembleRings(known).closed.map((ring) => nodes.line(ring))
        const outer = rings.filter((ring) => ring.length > 3)
        const rest = known.flatMap((refs) => nodes.line(refs))
        if (rest.length === 0) continue
        const at = outer.length > 0 ? new AreaPolygon(outer).innerPoint() : middleOf(rest)
        make(`osm:relation/${id}`, tags, at, isStreet(tags) ? { line: outer[0] ?? rest } : {})
      }
      await drain()
    },
  }
}

/** Makes features of objects: gives them the areas they lie in. */
class FeatureMaker {
  readonly #areas: Areas
  readonly #streetNames: ReadonlyMap<string, string>

  constructor(areas: Areas, streetNames: ReadonlyMap<string, string>) {
    this.#areas = areas
    this.#streetNames = streetNames
  }

  /** With where its locality is, or itself. */
  make(
    id: string,
    tags: OsmTags,
    at: LatLon,
    more: Partial<Pick<OsmFeature, 'line' | 'nodes' | 'interpolated'>> = {},
  ): [OsmFeature, LatLon] {
    const { hierarchy, countries } = this.#areas
    const lineage = hierarchy.lineageOf(at, tags)
    const parents: AdminArea[] = parentsOf(lineage)
    if (lineage.country) countries.used.add(lineage.country)
    const streetName = this.#streetNames.get(id)
    const feature: OsmFeature = {
      ...{ id, tags, at: rounded(at), parents: parents.map((area) => area.id) },
      ...(lineage.locality && { locality: lineage.locality.id }),
      countryCode: parents.find(({ countryCode }) => countryCode)?.countryCode ?? '',
      ...(streetName !== undefined && { streetName }),
      ...more,
    }
    return [feature, lineage.locality?.at ?? at]
  }
}

function isFeatureRelation(tags: OsmTags): boolean {
  if (tags.type !== 'multipolygon' && tags.type !== 'boundary' && tags.type !== 'site') return false
  return (isStreet(tags) || hasAddress(tags) || isVenue(tags)) && tags.boundary !== 'administrative'
}

/** Relations that say which houses belong to a street. */
function nameMembers(
  members: readonly OsmMember[],
  tags: OsmTags,
  streetNames: Map<string, string>,
): void {
  if (tags.type !== 'associatedStreet' && tags.type !== 'street') return
  const name = tags['addr:street'] ?? tags.name
  if (!name) return
  for (const { type, ref, role } of members)
    if (role === 'house' || role === 'address') streetNames.set(`osm:${type}/${ref}`, name)
}

/** The interpolated numbers of a way with the tags of their addresses. */
function numbersAlong(
  refs: readonly number[],
  line: readonly LatLon[],
  tags: OsmTags,
  numbered: ReadonlyMap<number, OsmTags>,
  nodes: NodeTable,
): [LatLon, OsmTags][] {
  const points: NumberedPoint[] = []
  let address: Record<string, string> = {}
  let index = 0
  for (const ref of refs) {
    if (nodes.get(ref) === undefined) continue
    const own = numbered.get(ref)
    const number = own?.['addr:housenumber']
    if (own && number) {
      points.push({ index, number })
      address = { ...addressOf(own), ...address }
    }
    index++
  }
  const common = { ...address, ...addressOf(tags) }
  return interpolate(tags['addr:interpolation']!, line, points).map(({ number, at }) => [
    at,
    { ...common, 'addr:housenumber': number },
  ])
}

function addressOf(tags: OsmTags): Record<string, string> {
  const own = Object.entries(tags).filter(
    ([key]) => key.startsWith('addr:') && key !== 'addr:interpolation' && key !== 'addr:housename',
  )
  return Object.fromEntries(own)
}

/** The vertex in the middle of the box of a line, or nearest to it. */
function middleOf(line: readonly LatLon[]): LatLon {
  const box = boundsOf(line)
  const lat = (box.min_lat + box.max_lat) / 2
  const lon = (box.min_lon + box.max_lon) / 2
  const away = (p: LatLon) => (p.lat - lat) ** 2 + (p.lon - lon) ** 2
  return line.reduce((best, p) => (away(p) < away(best) ? p : best))
}
