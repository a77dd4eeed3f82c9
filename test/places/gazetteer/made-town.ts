import type { IndexedPlace } from '#places/gazetteer'
import { madePlace } from './made-places.ts'

const syllables = ['ba', 'ko', 'ri', 'sen', 'mu', 'tal', 'vi', 'ger', 'lo', 'na', 'fe', 'dor']

/** Returns a region with towns, streets, houses and venues, which fills every section of a pack. */
export function madeTown(count: number): IndexedPlace[] {
  let state = 42
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const word = () =>
    Array.from({ length: 2 + Math.floor(3 * random()) }, () => {
      return syllables[Math.floor(syllables.length * random())]!
    }).join('')
  const border = Array.from({ length: 401 }, (_, i) => ({
    lat: 45 + Math.sin((2 * Math.PI * (i % 400)) / 400),
    lon: 5 + Math.cos((2 * Math.PI * (i % 400)) / 400),
  }))
  const region = madePlace({
    id: 'osm:relation/1',
    type: 'region',
    name: 'Region',
    lat: 45,
    lon: 5,
    importance: 1,
    shape: [[border]],
  })
  const places: IndexedPlace[] = [{ place: region, terms: ['w:region', 'n:region', 't:region'] }]
  for (let i = 0; i < count; i++) {
    const name = word()
    const at = { lat: 44.5 + random(), lon: 4.5 + random() }
    const houses = Array.from({ length: i % 5 }, (_, n) => ({
      id: `osm:node/${10 * i + n}`,
      number: `${2 * n + 1}`,
      lat: at.lat + n / 1e4,
      lon: at.lon,
    }))
    const street = i % 2 === 0
    const place = madePlace({
      id: `osm:way/${i}`,
      type: street ? 'street' : 'venue',
      name,
      ...at,
      importance: random(),
      parents: ['osm:relation/1'],
      categories: street ? [] : ['cafe'],
      ...(street && { lines: [[at, { lat: at.lat + 0.001, lon: at.lon }]], houses }),
    })
    const terms = [`w:${name}`, `n:${name}`, 'c:region', `t:${place.type}`]
    places.push({ place, terms: street ? terms : [...terms, 'k:cafe'] })
  }
  return places
}
