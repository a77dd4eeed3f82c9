import type { LatLon } from '#ground/geo'
import type { OsmTags } from '../../../../region/osm/index.ts'
import type { MapExtract } from '../../../fixtures/map-extract.ts'

export type MappedKind = 'town' | 'street' | 'venue'

/** A named object of the map, read without the code under test. */
export interface MappedPlace {
  kind: MappedKind
  name: string
  tags: OsmTags
  /** Its nodes; one for a node. */
  points: readonly LatLon[]
  /** The middle one of them. */
  at: LatLon
}

const townKinds = /^(city|town|village|hamlet|suburb|quarter|neighbourhood)$/
const streetKinds =
  /^(motorway|trunk|primary|secondary|tertiary|unclassified|residential|living_street|pedestrian|service|road)$/
/** Keys of objects that a person asks for by name. */
const venueKeys = ['amenity', 'shop', 'tourism', 'leisure', 'office', 'historic', 'craft'] as const
/** No destinations. */
const notAsked = /^(bench|parking_space|street_lamp|waste_basket|yes|no|information)$/

/** The named towns, streets and venues of a map. A street is once for each of its ways. */
export function mappedPlaces({ nodes, ways }: MapExtract): MappedPlace[] {
  const places: MappedPlace[] = []
  const add = (tags: OsmTags | undefined, points: readonly LatLon[], isWay: boolean) => {
    const kind = tags && kindOf(tags, isWay)
    const name = tags?.name?.trim()
    if (!kind || !name || points.length === 0) return
    places.push({ kind, name, tags, points, at: points[points.length >> 1]! })
  }
  for (const node of nodes.values()) if (node.tags) add(node.tags, [node], false)
  for (const { tags, nodes: refs } of ways.values()) {
    add(
      tags,
      refs.flatMap((ref) => nodes.get(ref) ?? []),
      true,
    )
  }
  return places
}

function kindOf(tags: OsmTags, isWay: boolean): MappedKind | undefined {
  if (tags.place !== undefined && townKinds.test(tags.place)) return 'town'
  if (tags.highway !== undefined) {
    return isWay && streetKinds.test(tags.highway) ? 'street' : undefined
  }
  return venueKeys.some((key) => tags[key] !== undefined && !notAsked.test(tags[key]))
    ? 'venue'
    : undefined
}
