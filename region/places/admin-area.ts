import type { Bounds, LatLon } from '#ground/geo'
import { type AreaType, allNamesOf, type SourcePlace } from '#places/gazetteer'
import { fold, nameKeys } from '#places/text'
import type { OsmTags } from '../osm/index.ts'
import type { AreaPolygon } from './area-polygon.ts'
import { type StatedHouse, withHouseTowns } from './house-towns.ts'
import { importanceOf, populationOf } from './importance.ts'
import type { Names } from './names.ts'
import { rounded } from './plane.ts'
import { cleanPostcode } from './postcode.ts'

/** From the widest to the narrowest. */
export const areaOrder: Readonly<Record<AreaType, number>> = {
  country: 0,
  region: 1,
  county: 2,
  locality: 3,
  neighbourhood: 4,
}

/** Settlements and parts of them. */
export const settlementTypes = ['locality', 'neighbourhood'] as const

export function isSettlementType(type: AreaType | undefined): boolean {
  return type === 'locality' || type === 'neighbourhood'
}

/** A country, region, county, settlement or part of a settlement. */
export interface AdminArea {
  id: string
  type: AreaType
  tags: OsmTags
  names: Names
  at: LatLon
  shape?: AreaPolygon
  /** The shape is right only inside the extract. */
  isCut?: boolean
  box?: Bounds
  /** Base importance. */
  base: number
  /** Of the circle around `at` that stands in for a shape; 0: none. */
  radiusMeters: number
  /** Among areas of its type around one point; addresses use 0. */
  preference: number
  /** ISO 3166-1 alpha-3, or empty. */
  countryCode: string
  /** The areas around it, at most one of each type. */
  parents: readonly AdminArea[]
  /** Areas whose relations have it as a subarea. */
  statedParents: AdminArea[]
  /** Further areas around it. */
  otherAreas?: readonly AdminArea[]
  /** Houses with a number and no street. */
  houses: StatedHouse[]
  /** Number of addresses that state it, if nothing else is known of it. */
  statedBy?: number
}

/** By the names, since an area gets others when it is merged with a node. */
const keysOf = new WeakMap<Names, ReadonlySet<string>>()

/** Folded names by which addresses can mean an area. */
export function nameKeysOf({ names }: AdminArea): ReadonlySet<string> {
  const known = keysOf.get(names)
  if (known) return known
  const keys = new Set(allNamesOf(names).flatMap((name) => nameKeys(name)))
  keysOf.set(names, keys)
  return keys
}

export function isCalled(area: AdminArea, text: string): boolean {
  return nameKeysOf(area).has(fold(text))
}

export function toPlace(area: AdminArea): SourcePlace {
  const { id, type, tags, names, houses, countryCode } = area
  const shape = area.isCut ? undefined : area.shape
  const box = shape?.box ?? area.box
  const population = populationOf(tags)
  const postcode = cleanPostcode(tags.postal_code ?? tags['addr:postcode'], countryCode)
  const parents = area.parents.map((parent) => parent.id)
  const others = (area.otherAreas ?? []).map((other) => other.id)
  return {
    id,
    type,
    ...names,
    ...rounded(area.at),
    countryCode,
    importance: importanceOf(area.base, tags),
    categories: [],
    parents,
    ...(box && { box }),
    ...(postcode && { postcode }),
    ...(population && { population }),
    ...(shape && { shape: shape.toArea() }),
    ...withHouseTowns(houses, parents, others),
  }
}
