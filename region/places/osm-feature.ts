import type { LatLon } from '#ground/geo'
import type { OsmTags } from '../osm/index.ts'
import type { Statement } from './statements.ts'

/** Ids of the areas of a place. */
export interface PlaceAreas {
  /** Around it, narrowest first, at most one of each type: those on its label. */
  parents: readonly string[]
  /** Further areas around it or stated by it. */
  otherAreas?: readonly string[]
}

/** A mapped object with its geometry and the areas around it. Plain data, so that it can be written to a file. */
export interface OsmFeature extends PlaceAreas {
  /** `osm:way/7` */
  id: string
  tags: OsmTags
  /** On the object; inside an area. */
  at: LatLon
  /** Areas that its tags name; gone when it is settled. */
  stated?: readonly Statement[]
  /** Ids of the areas that it states, set when it is settled. */
  statedAreas?: readonly string[]
  /** Id of the town of its postal address, if it states one. */
  town?: string
  /** Id of the locality around it, whatever it states. */
  locality?: string
  countryCode: string
  /** Of lines; of streets mapped as areas the outer ring. */
  line?: readonly LatLon[]
  /** Ids of the nodes of the line. */
  nodes?: readonly number[]
  /** Of areas. */
  areaSquareMeters?: number
  /** Street of its address, from a relation. */
  streetName?: string
  /** The house is computed, not mapped. */
  interpolated?: true
}

const idPrefixes = ['osm:node/', 'osm:way/', 'osm:relation/']

/** Nodes before ways before relations, each by number. */
export function byId(a: { id: string }, b: { id: string }): number {
  const kind = (id: string) => idPrefixes.findIndex((prefix) => id.startsWith(prefix))
  const order = kind(a.id) - kind(b.id)
  if (order !== 0) return order
  const difference = numberOf(a.id) - numberOf(b.id)
  if (difference) return difference
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function numberOf(id: string): number {
  return Number(/\d+/.exec(id)?.[0] ?? 0)
}
