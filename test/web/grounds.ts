import type { LatLon } from '#ground/geo'
import { truth } from '../../demo-island/index.ts'
import { places } from '../fixtures/andorra.ts'

type Place = LatLon & { name: string }

/** A region for tests of the explorer, and its places. */
export interface Ground {
  region: 'demo' | 'andorra'
  /** Attribution on the map. */
  credit: string
  /** A village to start from, another over a pass or up a valley, and a third. */
  villages: [Place, Place, Place]
  /** Names of towns and villages; a map of the whole region shows some. */
  names: string[]
  /** Ends of a road between two villages, slightly more than 2 km long. */
  road: { from: LatLon; to: LatLon }
  /** A position in open water, if the region has some. */
  sea?: LatLon
  /** A position without a road near it. */
  wilderness: LatLon
  /** Category of places beside the route between the first two villages. */
  category: string
  /** Sentence about the confidence when a drive along the road is matched. */
  confidence: RegExp
}

const named = ({ name, lat, lon }: Place): Place => ({ name, lat, lon })
const { min_lat, min_lon } = truth.bounds

export const demo: Ground = {
  region: 'demo',
  credit: 'A made-up island: no real places',
  villages: [named(truth.villages[0]!), named(truth.villages[1]!), named(truth.villages[2]!)],
  names: truth.villages.map(({ name }) => name),
  road: truth.lakesideRoad,
  sea: { lat: min_lat + 0.004, lon: min_lon + 0.19 },
  wilderness: { lat: min_lat + 0.01, lon: min_lon + 0.01 },
  category: 'bench',
  confidence: /^Confidence of the match: 100 %$/,
}

export const andorra: Ground = {
  region: 'andorra',
  credit: '© OpenStreetMap contributors',
  villages: [
    { name: 'Ordino', ...places.ordino },
    { name: 'Arinsal', lat: 42.572082, lon: 1.484403 },
    { name: 'La Massana', ...places.laMassana },
  ],
  names: ['Ordino', 'Canillo', 'Encamp', 'La Massana', 'Andorra la Vella', 'Escaldes-Engordany'],
  road: { from: places.ordino, to: places.laMassana },
  wilderness: { lat: 42.2, lon: 1.6 },
  category: 'restaurant',
  // The road forks, so other roads nearby also match.
  confidence: /^Confidence of the match: [5-9]\d %$/,
}
