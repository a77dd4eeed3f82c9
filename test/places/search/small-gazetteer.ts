import type { Gazetteer, House, SourcePlace } from '#places/gazetteer'
import { buildTerms, createMemorySource, openPack, writePackInMemory } from '#places/gazetteer'

/** What a test says of a place; the rest is as plain as can be. */
export type Sketch = Pick<SourcePlace, 'id' | 'type' | 'name'> & Partial<SourcePlace>

/** Places written into a pack in memory and opened, with the terms that a build gives them. */
export async function gazetteerOf(sketches: readonly Sketch[]): Promise<Gazetteer> {
  const places = new Map(sketches.map((sketch) => [sketch.id, placeOf(sketch)]))
  const indexed = [...places.values()].map((place) => {
    const parents = place.parents.map((id) => places.get(id)!)
    return { place, terms: buildTerms(place, parents) }
  })
  return openPack(createMemorySource(await writePackInMemory(indexed)))
}

export function placeOf(sketch: Sketch): SourcePlace {
  return {
    names: {},
    aliases: [],
    lat: 45,
    lon: 5,
    importance: importances[sketch.type],
    categories: [],
    countryCode: 'FRA',
    parents: [],
    ...sketch,
  }
}

const importances: Record<SourcePlace['type'], number> = {
  country: 0.9,
  region: 0.7,
  county: 0.6,
  locality: 0.5,
  neighbourhood: 0.35,
  postalcode: 0.3,
  street: 0.2,
  address: 0.1,
  venue: 0.15,
}

/** Houses every 20 m to the east, from a position; numbers as given. */
export function housesAlong(
  street: string,
  { lat, lon }: { lat: number; lon: number },
  numbers: readonly string[],
  postcode?: string,
): House[] {
  return numbers.map((number, i) => ({
    id: `${street}/${number}`,
    number,
    lat,
    lon: lon + i * 0.00025,
    ...(postcode ? { postcode } : {}),
  }))
}

/**
 * Two towns of a made-up corner of France, 60 km apart, each with its Rue du Moulin; a famous town far
 * away, and a hamlet and a café that have its name.
 */
export const towns: readonly Sketch[] = [
  {
    id: 'country',
    type: 'country',
    name: 'France',
    lat: 46.5,
    lon: 2.5,
    names: { de: 'Frankreich' },
  },
  { id: 'region', type: 'region', name: 'Valmonde', lat: 45.2, lon: 5.2, parents: ['country'] },
  {
    id: 'brume',
    type: 'locality',
    name: 'Brumeville',
    names: { de: 'Nebelstadt', en: 'Mistborough' },
    aliases: ['Brumeville-sur-Aure'],
    lat: 45.1,
    lon: 5.1,
    box: { min_lat: 45.05, min_lon: 5.05, max_lat: 45.15, max_lon: 5.15 },
    postcode: '26310',
    parents: ['region', 'country'],
    shape: [[square(45.1, 5.1, 0.05)]],
  },
  {
    id: 'port',
    type: 'neighbourhood',
    name: 'Vieux Port',
    lat: 45.105,
    lon: 5.105,
    parents: ['brume', 'region', 'country'],
  },
  {
    id: 'julien',
    type: 'locality',
    name: 'Saint-Julien-le-Bois',
    lat: 45.6,
    lon: 5.4,
    importance: 0.4,
    box: { min_lat: 45.55, min_lon: 5.35, max_lat: 45.65, max_lon: 5.45 },
    postcode: '26420',
    parents: ['region', 'country'],
    shape: [[square(45.6, 5.4, 0.05)]],
  },
  {
    id: 'paris',
    type: 'locality',
    name: 'Paris',
    lat: 48.86,
    lon: 2.35,
    importance: 0.88,
    parents: ['country'],
  },
  {
    id: 'hamlet',
    type: 'locality',
    name: 'Paris',
    lat: 45.12,
    lon: 5.3,
    importance: 0.2,
    parents: ['region', 'country'],
  },
  {
    id: 'cafe',
    type: 'venue',
    name: 'Café de Paris',
    categories: ['cafe'],
    lat: 45.101,
    lon: 5.102,
    parents: ['brume', 'region', 'country'],
  },
  {
    id: 'code',
    type: 'postalcode',
    name: '26310',
    postcode: '26310',
    lat: 45.1,
    lon: 5.1,
    parents: ['region', 'country'],
  },
  {
    id: 'moulin',
    type: 'street',
    name: 'Rue du Moulin',
    lat: 45.1,
    lon: 5.1,
    postcode: '26310',
    parents: ['brume', 'region', 'country'],
    houses: housesAlong(
      'moulin',
      { lat: 45.1, lon: 5.1 },
      ['1', '3', '5', '9', '14', '14a', '17-21', '30;32'],
      '26310',
    ),
  },
  {
    id: 'moulin2',
    type: 'street',
    name: 'Rue du Moulin',
    lat: 45.6,
    lon: 5.4,
    postcode: '26420',
    parents: ['julien', 'region', 'country'],
    houses: housesAlong('moulin2', { lat: 45.6, lon: 5.4 }, ['2', '88'], '26420'),
  },
  {
    id: 'novembre',
    type: 'street',
    name: 'Rue du 11 Novembre',
    lat: 45.11,
    lon: 5.11,
    parents: ['brume', 'region', 'country'],
  },
  {
    id: 'hauptweg',
    type: 'street',
    name: 'Müllerstraße',
    lat: 45.09,
    lon: 5.09,
    parents: ['brume', 'region', 'country'],
  },
  {
    id: 'corner',
    type: 'street',
    name: 'Rue du Moulin & Müllerstraße',
    intersection: true,
    lat: 45.095,
    lon: 5.095,
    importance: 0.1,
    parents: ['brume', 'region', 'country'],
  },
  {
    id: 'pharmacy',
    type: 'venue',
    name: 'Pharmacie du Pont',
    categories: ['pharmacy'],
    lat: 45.1,
    lon: 5.11,
    street: 'Rue du Moulin',
    houseNumber: '9',
    parents: ['brume', 'region', 'country'],
  },
  {
    id: 'pharmacy2',
    type: 'venue',
    name: '',
    categories: ['pharmacy'],
    lat: 45.6,
    lon: 5.41,
    parents: ['julien', 'region', 'country'],
  },
  {
    id: 'stop1',
    type: 'venue',
    name: 'Place Neuve',
    categories: ['bus_stop'],
    lat: 45.1,
    lon: 5.12,
    parents: ['brume', 'region', 'country'],
  },
  {
    id: 'stop2',
    type: 'venue',
    name: 'Place Neuve',
    categories: ['bus_stop'],
    lat: 45.1003,
    lon: 5.12,
    parents: ['brume', 'region', 'country'],
  },
]

function square(lat: number, lon: number, half: number) {
  const [south, north, west, east] = [lat - half, lat + half, lon - half, lon + half]
  return [
    { lat: south, lon: west },
    { lat: south, lon: east },
    { lat: north, lon: east },
    { lat: north, lon: west },
    { lat: south, lon: west },
  ]
}
