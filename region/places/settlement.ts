import type { AreaType } from '../../lib/gazetteer/index.ts'
import type { OsmTags } from '../osm/index.ts'
import { bases } from './importance.ts'

/** What a value of `place` is in the index, and how far around such a node things belong to it. */
export interface PlaceRank {
  type: AreaType
  /** Base importance. */
  base: number
  /** Things farther away than this are not taken to be in it. */
  reachMeters: number
}

const ranks: Readonly<Record<string, PlaceRank>> = {
  country: { type: 'country', base: bases.country, reachMeters: 0 },
  state: { type: 'region', base: bases.region, reachMeters: 0 },
  province: { type: 'region', base: bases.region, reachMeters: 0 },
  county: { type: 'county', base: bases.county, reachMeters: 0 },
  district: { type: 'county', base: bases.county, reachMeters: 0 },
  municipality: { type: 'locality', base: bases.municipality, reachMeters: 6_000 },
  city: { type: 'locality', base: bases.city, reachMeters: 15_000 },
  town: { type: 'locality', base: bases.town, reachMeters: 6_000 },
  village: { type: 'locality', base: bases.village, reachMeters: 3_000 },
  hamlet: { type: 'locality', base: bases.hamlet, reachMeters: 1_500 },
  isolated_dwelling: { type: 'locality', base: bases.isolated_dwelling, reachMeters: 500 },
  borough: { type: 'neighbourhood', base: bases.borough, reachMeters: 3_000 },
  suburb: { type: 'neighbourhood', base: bases.suburb, reachMeters: 2_000 },
  quarter: { type: 'neighbourhood', base: bases.quarter, reachMeters: 1_500 },
  neighbourhood: { type: 'neighbourhood', base: bases.neighbourhood, reachMeters: 1_000 },
}

/** Undefined for values that are no settlement and no part of one (`island`, `locality`, `square`, ...). */
export function placeRankOf(tags: OsmTags): PlaceRank | undefined {
  return tags.place && tags.name && Object.hasOwn(ranks, tags.place) ? ranks[tags.place] : undefined
}
