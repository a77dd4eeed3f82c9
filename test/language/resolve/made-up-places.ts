import type { LatLon } from '#ground/geo'
import type { PlaceSlot } from '#language/reader'
import { type Resolution, type ResolveContext, resolvePlaces } from '#language/resolve'
import type { Sketch } from '../../places/search/small-gazetteer.ts'

const france = ['country']

function town(id: string, name: string, at: LatLon, more: Partial<Sketch> = {}): Sketch {
  return { id, type: 'locality', name, ...at, parents: france, ...more }
}

function venue(id: string, name: string, at: LatLon, more: Partial<Sketch> = {}): Sketch {
  return { id, type: 'venue', name, ...at, parents: france, ...more }
}

const ashby = { lat: 45.1, lon: 5.1 }
const borden = { lat: 45.6, lon: 5.4 }

/** Two towns 60 km apart with namesakes in both, names with small words in them, and a mountainous region. */
export const madeUpPlaces: readonly Sketch[] = [
  { id: 'country', type: 'country', name: 'France', lat: 46.5, lon: 2.5 },
  { id: 'spain', type: 'country', name: 'Spain', lat: 40, lon: -4, countryCode: 'ESP' },
  town('ashby', 'Ashby', ashby),
  town('borden', 'Borden', borden),
  town('pas', 'Pas de la Casa', { lat: 45.2, lon: 5.2 }),
  venue('mill1', 'Old Mill', { lat: 45.102, lon: 5.102 }),
  venue('mill2', 'Old Mill', { lat: 45.602, lon: 5.402 }),
  venue('star1', 'Star Bazaar', { lat: 45.103, lon: 5.103 }),
  venue('star2', 'Star Bazaar', { lat: 45.603, lon: 5.403 }),
  venue('pair', 'Marlow and Spence', { lat: 45.11, lon: 5.11 }),
  venue('bath', 'Bath to Wells', { lat: 45.12, lon: 5.12 }),
  venue('hall', 'Marble Hall', { lat: 45.13, lon: 5.13 }),
  venue('hotel', 'Hotel Corona', { lat: 45.14, lon: 5.14 }, { categories: ['hotel'] }),
  venue('drug1', 'Serpent', { lat: 45.104, lon: 5.104 }, { categories: ['pharmacy'] }),
  venue('drug2', 'Mortar', { lat: 45.604, lon: 5.404 }, { categories: ['pharmacy'] }),
  venue('hotel2', 'Hotel Grand Corona', { lat: 45.1, lon: 5.101 }, { categories: ['hotel'] }),
  venue('castle', 'Keep', { lat: 45.3, lon: 5.3 }, { categories: ['castle'] }),
  town('toledo', 'Toledo', { lat: 39.9, lon: -4 }, { countryCode: 'ESP', parents: ['spain'] }),
  town('toledo2', 'Toledo', { lat: 45.4, lon: 5.2 }),
  {
    id: 'highland',
    type: 'region',
    name: 'Highland',
    lat: 44.5,
    lon: 6.5,
    box: { min_lat: 44.4, min_lon: 6.4, max_lat: 44.6, max_lon: 6.6 },
    parents: france,
  },
  town('highest', 'Valley', { lat: 44.45, lon: 6.45 }, { parents: ['highland', 'country'] }),
  town(
    'hamlet',
    'Pasture',
    { lat: 44.55, lon: 6.55 },
    { parents: ['highland', 'country'], importance: 0.3 },
  ),
]

export const positions = { ashby, borden }

type Role = PlaceSlot['role']

export function named(text: string, role: Role = 'origin', ...otherTexts: string[]): PlaceSlot {
  return { role, kind: 'named', text, otherTexts }
}

/** What a resolution gives, in a form to compare: ids of places, or what is missing. */
export function outcomeOf(resolution: Resolution): unknown {
  if (resolution.isRelative) return 'relative'
  if (resolution.missing) return { missing: resolution.missing.unresolved.map(({ text }) => text) }
  return resolution.places.map(({ result, text }) => result?.place.id ?? text)
}

export async function resolve(
  divisions: PlaceSlot[][],
  context: Omit<ResolveContext, 'warn'> & { warn?: ResolveContext['warn'] },
): Promise<unknown> {
  return outcomeOf(await resolvePlaces(divisions, { warn: () => {}, ...context }))
}
