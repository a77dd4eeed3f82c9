import { computeBounds, type LatLon } from '#ground/geo'
import type { LargeMap } from '#platform/large-data'
import { assembleRings, type NodeTable, type OsmSource, type OsmTags } from '../osm/index.ts'
import { AreaPolygon } from './area-polygon.ts'
import type { Areas } from './areas.ts'
import { listParents } from './hierarchy.ts'
import { interpolateAddresses } from './interpolation-ways.ts'
import type { OsmFeature } from './osm-feature.ts'
import { measureLength, roundPosition } from './plane.ts'
import {
  hasAddress,
  isInterpolation,
  isLongLine,
  isStreet,
  isVenue,
  isWanted,
} from './selection.ts'
import { readStatements } from './statements.ts'

export interface CollectOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((fraction: number) => void) | undefined
}

/** A relation that is a place itself: the multipolygon of a building, lake or square. */
export interface FeatureRelation {
  id: number
  tags: OsmTags
  ways: readonly number[]
  /** Id of the node at its position. */
  label?: number
}

/** Results of the first three passes. */
export interface Collected {
  areas: Areas
  streetNames: LargeMap<string, string>
  featureRelations: readonly FeatureRelation[]
  outlines: LargeMap<number, readonly number[]>
  nodes: NodeTable
  numbered: LargeMap<number, OsmTags>
}

/** @param localityAt Position of the feature's locality, or of the feature if it is outside all localities. */
export type VisitFeature = (feature: OsmFeature, localityAt: LatLon) => void

/** Visits streets, addresses and venues. */
export async function visitFeatures(
  source: OsmSource,
  collected: Collected,
  visit: VisitFeature,
  options: CollectOptions,
): Promise<void> {
  const visitLocated = ({ feature, localityAt }: LocatedFeature) => visit(feature, localityAt)
  await source.visit(
    {
      node(id, lat, lon, tags) {
        if (!tags || !(hasAddress(tags) || isVenue(tags))) return
        visitLocated(locate(collected, `osm:node/${id}`, tags, { at: roundPosition({ lat, lon }) }))
      },
      way(id, refs, tags) {
        if (isWanted(tags)) buildWayFeatures(collected, id, refs, tags).forEach(visitLocated)
      },
    },
    options,
  )
  for (const relation of collected.featureRelations) {
    options.signal?.throwIfAborted()
    const located = buildRelationFeature(collected, relation)
    if (located) visitLocated(located)
  }
}

interface LocatedFeature {
  feature: OsmFeature
  localityAt: LatLon
}

function buildWayFeatures(
  collected: Collected,
  id: number,
  refs: readonly number[],
  tags: OsmTags,
): LocatedFeature[] {
  const { nodes, numbered } = collected
  const line = nodes.line(refs)
  if (line.length === 0 || (line.length < 2 && isStreet(tags))) return []
  const osmId = `osm:way/${id}`
  const features: LocatedFeature[] = []
  if (isInterpolation(tags)) {
    for (const address of interpolateAddresses(refs, line, tags, numbered, nodes)) {
      const { at, tags: own } = address
      features.push(locate(collected, osmId, own, { at, interpolated: true }))
    }
  }
  if (!isStreet(tags) && !hasAddress(tags) && !isVenue(tags)) return features
  const isClosed = refs.length > 3 && refs[0] === refs[refs.length - 1]
  const area = isClosed && line.length > 3 ? new AreaPolygon([line]) : undefined
  const at = area?.findInnerPoint() ?? findVertexNearMiddle(line)
  const isLine = isStreet(tags) || tags.waterway !== undefined || isLongLine(tags)
  const geometry = isLine ? { at, line, nodes: refs } : { at, ...describeSize(area) }
  features.push(locate(collected, osmId, tags, geometry))
  return features
}

/** Builds the feature of a relation. Returns undefined if none of its nodes is in the extract. */
function buildRelationFeature(
  collected: Collected,
  { id, tags, ways, label }: FeatureRelation,
): LocatedFeature | undefined {
  const { nodes, outlines } = collected
  const known = ways.flatMap((way) => (outlines.has(way) ? [outlines.get(way)!] : []))
  const positions = known.flatMap((refs) => nodes.line(refs))
  if (positions.length === 0) return undefined
  const rings = assembleRings(known)
    .closed.map((ring) => nodes.line(ring))
    .filter((ring) => ring.length > 3)
  const area = rings.length > 0 ? new AreaPolygon(rings) : undefined
  const [labelAt] = label === undefined ? [] : nodes.line([label])
  const at = labelAt ?? area?.findInnerPoint() ?? findVertexNearMiddle(findLongest(known, nodes))
  const geometry = isStreet(tags)
    ? { at, line: rings[0] ?? positions }
    : { at, ...describeSize(area) }
  return locate(collected, `osm:relation/${id}`, tags, geometry)
}

/** Returns the longest way: the main member of a site whose members lie far apart. */
function findLongest(ways: readonly (readonly number[])[], nodes: NodeTable): LatLon[] {
  const lines = ways.map((refs) => nodes.line(refs)).filter((line) => line.length > 0)
  return lines.reduce((a, b) => (measureLength(b) > measureLength(a) ? b : a))
}

function describeSize(area: AreaPolygon | undefined): Pick<OsmFeature, 'areaSquareMeters'> {
  return area ? { areaSquareMeters: Math.round(area.areaSquareMeters) } : {}
}

/** Builds a feature with the areas around it and the areas that its address names. */
function locate(
  { areas: { hierarchy, countries }, streetNames }: Collected,
  id: string,
  tags: OsmTags,
  {
    at,
    ...geometry
  }: Pick<OsmFeature, 'at' | 'line' | 'nodes' | 'interpolated' | 'areaSquareMeters'>,
): LocatedFeature {
  const { lineage, others } = hierarchy.findAreasAround(at)
  const parents = listParents(lineage)
  if (lineage.country) countries.used.add(lineage.country)
  const streetName = streetNames.get(id)
  const stated = readStatements(tags).map((statement) => {
    const area = hierarchy.findStated(statement.name, statement.type, at, lineage)
    return area ? { ...statement, area: area.id } : statement
  })
  const feature: OsmFeature = {
    id,
    tags,
    at: roundPosition(at),
    parents: parents.map((area) => area.id),
    ...(others.length > 0 && { otherAreas: others.map((area) => area.id) }),
    ...(stated.length > 0 && { stated }),
    ...(lineage.locality && { locality: lineage.locality.id }),
    countryCode: parents.find(({ countryCode }) => countryCode)?.countryCode ?? '',
    ...(streetName !== undefined && { streetName }),
    ...geometry,
  }
  return { feature, localityAt: lineage.locality?.at ?? at }
}

/** Returns the vertex nearest to the middle of the line's box. */
function findVertexNearMiddle(line: readonly LatLon[]): LatLon {
  const box = computeBounds(line)
  const lat = (box.min_lat + box.max_lat) / 2
  const lon = (box.min_lon + box.max_lon) / 2
  const squaredDistance = (p: LatLon) => (p.lat - lat) ** 2 + (p.lon - lon) ** 2
  return line.reduce((best, p) => (squaredDistance(p) < squaredDistance(best) ? p : best))
}
