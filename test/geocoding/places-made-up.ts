import type { House, Parent, Place } from '../../lib/gazetteer/index.ts'
import type { SearchResult } from '../../lib/geocoding/index.ts'

/** A generated place; by default a named venue at 0, 0 in a fictitious country. */
export function place(facts: Partial<Place> = {}): Place {
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
    houseCount: 0,
    ...facts,
  }
}

export function parent(type: Parent['type'], name: string, names: Parent['names'] = {}): Parent {
  return { docId: 1, type, name, names }
}

export function house(number: string, facts: Partial<House> = {}): House {
  return { id: `osm:node/${number}`, number, lat: 0, lon: 0, ...facts }
}

/** The place as an exact search result. */
export function found(facts: Partial<Place>, more: Partial<SearchResult> = {}): SearchResult {
  const it = place(facts)
  const at = more.house ?? it
  return { place: it, at: { lat: at.lat, lon: at.lon }, matchType: 'exact', confidence: 1, ...more }
}
