import type { House, Parent, Place } from '#places/gazetteer'
import type { SearchResult } from '#places/search'

/** A place for tests; by default a venue at 0, 0 without country or parents. */
export function place(fields: Partial<Place> = {}): Place {
  return {
    docId: 0,
    id: 'osm:node/1',
    type: 'venue',
    name: 'Somewhere',
    names: {},
    aliases: [],
    lat: 0,
    lon: 0,
    importance: 0.1,
    categories: [],
    countryCode: '',
    parents: [],
    otherAreas: [],
    houseCount: 0,
    ...fields,
  }
}

export function parent(type: Parent['type'], name: string, names: Parent['names'] = {}): Parent {
  return { docId: 1, type, name, names }
}

export function house(number: string, fields: Partial<House> = {}): House {
  return { id: `osm:node/${number}`, number, lat: 0, lon: 0, ...fields }
}

/** An exact match of a place with these fields, or of a house on it if `overrides` names one. */
export function searchResult(
  fields: Partial<Place>,
  overrides: Partial<SearchResult> = {},
): SearchResult {
  const matched = place(fields)
  const { lat, lon } = overrides.house ?? matched
  return { place: matched, at: { lat, lon }, matchType: 'exact', confidence: 1, ...overrides }
}
