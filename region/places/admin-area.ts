import type { Bounds, LatLon } from '#ground/geo'
import { type AreaType, listNames, type SourcePlace } from '#places/gazetteer'
import { fold, listNameKeys } from '#places/text'
import type { OsmTags } from '../osm/index.ts'
import type { AreaPolygon } from './area-polygon.ts'
import { type StatedHouse, withHouseTowns } from './house-towns.ts'
import { computeImportance, parsePopulation } from './importance.ts'
import type { Names } from './names.ts'
import { roundPosition } from './plane.ts'
import { cleanPostcode } from './postcode.ts'

/** Order of area types, from the widest to the narrowest. */
export const areaOrder: Readonly<Record<AreaType, number>> = {
  country: 0,
  region: 1,
  county: 2,
  locality: 3,
  neighbourhood: 4,
}

/** Types of settlements and their parts. */
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
  /** Whether the extract cuts the outline: the shape is right only inside the extract. */
  isCut?: boolean
  box?: Bounds
  /** Base importance. */
  base: number
  /** Radius of the circle around `at` that replaces a missing shape; 0 means none. */
  radiusMeters: number
  /** Rank among areas of the same type around a point; addresses use rank 0. */
  preference: number
  /** ISO 3166-1 alpha-3, or empty. */
  countryCode: string
  /** Areas that contain this one, at most one of each type. */
  parents: readonly AdminArea[]
  /** Areas whose relations list this one as a subarea. */
  statedParents: AdminArea[]
  /** Other areas around this one, not among its parents. */
  otherAreas?: readonly AdminArea[]
  /** Houses with a number and no street. */
  houses: StatedHouse[]
  /** Number of addresses that name the area, if it is known only from addresses. */
  statedBy?: number
}

/** Name keys by names object, because an area gets new names when it is merged with a node. */
const keysByNames = new WeakMap<Names, ReadonlySet<string>>()

/** Returns the folded names that addresses use for an area. */
export function collectNameKeys({ names }: AdminArea): ReadonlySet<string> {
  const known = keysByNames.get(names)
  if (known) return known
  const keys = new Set(listNames(names).flatMap((name) => listNameKeys(name)))
  keysByNames.set(names, keys)
  return keys
}

export function isCalled(area: AdminArea, text: string): boolean {
  return collectNameKeys(area).has(fold(text))
}

export function toPlace(area: AdminArea): SourcePlace {
  const { id, type, tags, names, houses, countryCode } = area
  const shape = area.isCut ? undefined : area.shape
  const box = shape?.box ?? area.box
  const population = parsePopulation(tags)
  const postcode = cleanPostcode(tags.postal_code ?? tags['addr:postcode'], countryCode)
  const parents = area.parents.map((parent) => parent.id)
  const others = (area.otherAreas ?? []).map((other) => other.id)
  return {
    id,
    type,
    ...names,
    ...roundPosition(area.at),
    countryCode,
    importance: computeImportance(area.base, tags),
    categories: [],
    parents,
    ...(box && { box }),
    ...(postcode && { postcode }),
    ...(population && { population }),
    ...(shape && { shape: shape.toArea() }),
    ...withHouseTowns(houses, parents, others),
  }
}
