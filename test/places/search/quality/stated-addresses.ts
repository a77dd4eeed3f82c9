import type { LatLon } from '#ground/geo'
import type { OsmTags } from '../../../../region/osm/index.ts'
import type { MapExtract } from '../../../fixtures/map-extract.ts'

/** A house as mapped, with what its address states. */
export interface StatedAddress extends LatLon {
  street: string
  number: string
  /** The town of the address, if it states one. */
  town?: string
  tags: OsmTags
}

/** Tags that state a town, the first of them that is there. */
const townTags = [
  'addr:city',
  'addr:town',
  'addr:village',
  'addr:place',
  'addr:municipality',
  'addr:suburb',
  'addr:hamlet',
] as const

/** The town of an address. A value without letters is an error of the map. */
export function statedTownOf(tags: OsmTags): string | undefined {
  return townTags.map((tag) => tags[tag]?.trim()).find((town) => town && /\p{L}{2}/u.test(town))
}

/**
 * Every object with a street and a house number, read without the code under test: a node at its place, an
 * area at the mean of its corners.
 */
export function statedAddresses({ nodes, ways, relations }: MapExtract): StatedAddress[] {
  const addresses: StatedAddress[] = []
  const add = (tags: OsmTags | undefined, points: readonly LatLon[]) => {
    const { 'addr:street': street, 'addr:housenumber': number } = tags ?? {}
    // `s/n` is no number.
    if (!tags || !street || !/\d/.test(number ?? '') || points.length === 0) return
    const town = statedTownOf(tags)
    addresses.push({ street, number: number!, ...(town && { town }), tags, ...meanOf(points) })
  }
  const pointsOf = (refs: readonly number[]) => {
    const corners = refs.length > 1 && refs[0] === refs.at(-1) ? refs.slice(1) : refs
    return corners.flatMap((ref) => nodes.get(ref) ?? [])
  }
  for (const node of nodes.values()) add(node.tags, [node])
  for (const way of ways.values()) add(way.tags, pointsOf(way.nodes))
  for (const { tags, members } of relations.values()) {
    add(
      tags,
      members.flatMap(({ type, ref }) =>
        type === 'way' ? pointsOf(ways.get(ref)?.nodes ?? []) : [],
      ),
    )
  }
  return addresses
}

function meanOf(points: readonly LatLon[]): LatLon {
  const mean = (of: 'lat' | 'lon') => points.reduce((sum, p) => sum + p[of], 0) / points.length
  return { lat: mean('lat'), lon: mean('lon') }
}
