import type { LatLon } from '#ground/geo'
import type { OsmTags } from '../osm/index.ts'
import type { Statement } from './statements.ts'

/** Ids of the areas of a place. */
export interface PlaceAreas {
  /** Areas on the label: those around the place, narrowest first, at most one of each type. */
  parents: readonly string[]
  /** Other areas around the place or named by its address. */
  otherAreas?: readonly string[]
}

/** A mapped object with its geometry and the areas around it. Plain data, so that it can be written to a file. */
export interface OsmFeature extends PlaceAreas {
  /** Such as `osm:way/7`. */
  id: string
  tags: OsmTags
  /** A position on the object, inside it if it is an area. */
  at: LatLon
  /** Areas that the tags name; removed by {@link AreaContext.settle}. */
  stated?: readonly Statement[]
  /** Ids of the areas that the address names, set by {@link AreaContext.settle}. */
  statedAreas?: readonly string[]
  /** Id of the town of the postal address, if the tags name one. */
  town?: string
  /** Id of the locality around the object, whichever town the tags name. */
  locality?: string
  countryCode: string
  /** Positions of a line, or the outer ring of a street mapped as an area. */
  line?: readonly LatLon[]
  /** Ids of the nodes of the line. */
  nodes?: readonly number[]
  /** Only for areas. */
  areaSquareMeters?: number
  /** Street name of its address, from a relation. */
  streetName?: string
  /** Whether the house is computed, not mapped. */
  interpolated?: true
}

const idPrefixes = ['osm:node/', 'osm:way/', 'osm:relation/']

/** Compares ids: nodes before ways before relations, each by number. */
export function compareIds(a: { id: string }, b: { id: string }): number {
  const kind = (id: string) => idPrefixes.findIndex((prefix) => id.startsWith(prefix))
  const order = kind(a.id) - kind(b.id)
  if (order !== 0) return order
  const difference = parseNumber(a.id) - parseNumber(b.id)
  if (difference) return difference
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function parseNumber(id: string): number {
  return Number(/\d+/.exec(id)?.[0] ?? 0)
}
