import { boundsOf, type LatLon } from '#ground/geo'
import type { LargeMap } from '#platform/large-data'
import { assembleRings, type NodeTable, type OsmSource, type OsmTags } from '../osm/index.ts'
import { AreaPolygon } from './area-polygon.ts'
import type { Areas } from './areas.ts'
import { parentsOf } from './hierarchy.ts'
import { interpolatedAddresses } from './interpolation-ways.ts'
import type { OsmFeature } from './osm-feature.ts'
import { lengthMeters, rounded } from './plane.ts'
import {
  hasAddress,
  isInterpolation,
  isLongLine,
  isStreet,
  isVenue,
  isWanted,
} from './selection.ts'
import { statementsOf } from './statements.ts'

export interface CollectOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((fraction: number) => void) | undefined
}

/** A relation that is a place itself: a multipolygon of a building, a lake, a square. */
export interface FeatureRelation {
  id: number
  tags: OsmTags
  ways: readonly number[]
  /** Node at its position. */
  label?: number
}

/** What the first three passes have read. */
export interface Collected {
  areas: Areas
  streetNames: LargeMap<string, string>
  featureRelations: readonly FeatureRelation[]
  outlines: LargeMap<number, readonly number[]>
  nodes: NodeTable
  numbered: LargeMap<number, OsmTags>
}

/** @param localityAt Position of the feature's locality, or its own outside all localities. */
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
        visitLocated(locate(collected, `osm:node/${id}`, tags, { at: rounded({ lat, lon }) }))
      },
      way(id, refs, tags) {
        if (isWanted(tags)) featuresOfWay(collected, id, refs, tags).forEach(visitLocated)
      },
    },
    options,
  )
  for (const relation of collected.featureRelations) {
    options.signal?.throwIfAborted()
    const located = featureOfRelation(collected, relation)
    if (located) visitLocated(located)
  }
}

interface LocatedFeature {
  feature: OsmFeature
  localityAt: LatLon
}

function featuresOfWay(
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
    for (const address of interpolatedAddresses(refs, line, tags, numbered, nodes)) {
      const { at, tags: own } = address
      features.push(locate(collected, osmId, own, { at, interpolated: true }))
    }
  }
  if (!isStreet(tags) && !hasAddress(tags) && !isVenue(tags)) return features
  const isClosed = refs.length > 3 && refs[0] === refs[refs.length - 1]
  const area = isClosed && line.length > 3 ? new AreaPolygon([line]) : undefined
  const at = area?.innerPoint() ?? vertexNearMiddle(line)
  const isLine = isStreet(tags) || tags.waterway !== undefined || isLongLine(tags)
  const geometry = isLine ? { at, line, nodes: refs } : { at, ...sizeOf(area) }
  features.push(locate(collected, osmId, tags, geometry))
  return features
}

/** Undefined when none of its nodes is in the extract. */
function featureOfRelation(
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
  const at = labelAt ?? area?.innerPoint() ?? vertexNearMiddle(longestOf(known, nodes))
  const geometry = isStreet(tags) ? { at, line: rings[0] ?? positions } : { at, ...sizeOf(area) }
  return locate(collected, `osm:relation/${id}`, tags, geometry)
}

/** The way with the largest extent: the main member of a site whose members lie far apart. */
function longestOf(ways: readonly (readonly number[])[], nodes: NodeTable): LatLon[] {
  const lines = ways.map((refs) => nodes.line(refs)).filter((line) => line.length > 0)
  return lines.reduce((a, b) => (lengthMeters(b) > lengthMeters(a) ? b : a))
}

function sizeOf(area: AreaPolygon | undefined): Pick<OsmFeature, 'areaSquareMeters'> {
  return area ? { areaSquareMeters: Math.round(area.areaSquareMeters) } : {}
}

/** Makes a feature with the areas it lies in and those that it states. */
function locate(
  { areas: { hierarchy, countries }, streetNames }: Collected,
  id: string,
  tags: OsmTags,
  {
    at,
    ...geometry
  }: Pick<OsmFeature, 'at' | 'line' | 'nodes' | 'interpolated' | 'areaSquareMeters'>,
): LocatedFeature {
  const { lineage, others } = hierarchy.surroundingsOf(at)
  const parents = parentsOf(lineage)
  if (lineage.country) countries.used.add(lineage.country)
  const streetName = streetNames.get(id)
  const stated = statementsOf(tags).map((statement) => {
    const area = hierarchy.stated(statement.name, statement.type, at, lineage)
    return area ? { ...statement, area: area.id } : statement
  })
  const feature: OsmFeature = {
    id,
    tags,
    at: rounded(at),
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

/** The vertex nearest to the middle of the line's box. */
function vertexNearMiddle(line: readonly LatLon[]): LatLon {
  const box = boundsOf(line)
  const lat = (box.min_lat + box.max_lat) / 2
  const lon = (box.min_lon + box.max_lon) / 2
  const squaredDistance = (p: LatLon) => (p.lat - lat) ** 2 + (p.lon - lon) ** 2
  return line.reduce((best, p) => (squaredDistance(p) < squaredDistance(best) ? p : best))
}
