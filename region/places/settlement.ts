import type { AreaType } from '#places/gazetteer'
import type { OsmTags } from '../osm/index.ts'
import { bases } from './importance.ts'

/** Properties of a settlement by its `place` value. */
export interface SettlementClass {
  type: AreaType
  /** Base importance. */
  base: number
  /** Radius of the circle around a place node that replaces a missing shape. */
  radiusMeters: number
}

const classes: Readonly<Record<string, SettlementClass>> = {
  country: { type: 'country', base: bases.country, radiusMeters: 0 },
  state: { type: 'region', base: bases.region, radiusMeters: 0 },
  province: { type: 'region', base: bases.region, radiusMeters: 0 },
  county: { type: 'county', base: bases.county, radiusMeters: 0 },
  district: { type: 'county', base: bases.county, radiusMeters: 0 },
  municipality: { type: 'locality', base: bases.municipality, radiusMeters: 6_000 },
  city: { type: 'locality', base: bases.city, radiusMeters: 15_000 },
  town: { type: 'locality', base: bases.town, radiusMeters: 6_000 },
  village: { type: 'locality', base: bases.village, radiusMeters: 3_000 },
  hamlet: { type: 'locality', base: bases.hamlet, radiusMeters: 1_500 },
  isolated_dwelling: { type: 'locality', base: bases.isolated_dwelling, radiusMeters: 500 },
  borough: { type: 'neighbourhood', base: bases.borough, radiusMeters: 3_000 },
  suburb: { type: 'neighbourhood', base: bases.suburb, radiusMeters: 2_000 },
  quarter: { type: 'neighbourhood', base: bases.quarter, radiusMeters: 1_500 },
  neighbourhood: { type: 'neighbourhood', base: bases.neighbourhood, radiusMeters: 1_000 },
}

/**
 * Returns the class of a settlement, or undefined for other values of `place`, such as `island`, `locality` or
 * `square`.
 */
export function classifySettlement(tags: OsmTags): SettlementClass | undefined {
  return tags.place && tags.name && Object.hasOwn(classes, tags.place)
    ? classes[tags.place]
    : undefined
}
