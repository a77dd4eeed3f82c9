import type { LatLon } from '#ground/geo'
import { naturalHeightMeters } from './land/natural-height.ts'
import { country } from './places/admin.ts'
import { landmarks } from './places/places.ts'
import { findSettlement, settlements } from './plan/settlements.ts'
import {
  ferryLine,
  gorgeBridge,
  lakeAxis,
  lakeLevelMeters,
  pass,
  peak,
  tunnel,
} from './plan/sites.ts'
import { bounds, toPosition } from './plane/frame.ts'
import type { IslandPoint } from './plane/geometry.ts'
import { traceLakeShore } from './roads/country-roads.ts'
import { computeLatticePoint } from './roads/streets.ts'

/** Converts a point to degrees, with the seven decimals of the map file. */
function position(point: IslandPoint): LatLon {
  const { lat, lon } = toPosition(point)
  return { lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 }
}

/** Returns a street crossing of a settlement, counted in blocks from its middle. */
function crossing(key: string, column: number, row: number): LatLon {
  return position(computeLatticePoint(findSettlement(key), column, row))
}

function facts(key: string) {
  const { name, names, kind, population, postcode, commune } = findSettlement(key)
  return { name, names: names ?? {}, kind, population, postcode, commune, ...crossing(key, 0, 0) }
}

function address(key: string, street: string, number: string, lat: number, lon: number) {
  const { name: city, postcode } = findSettlement(key)
  return { street, number, postcode, city, lat, lon }
}

const shore = traceLakeShore(1)

/**
 * Facts about the island that are true by construction: the land and the roads are built around these points, so
 * nothing here is measured. Positions lie on nodes of the map (except the summit and the addresses, which are nodes or
 * buildings themselves). Importing this module builds nothing.
 */
export const truth = {
  bounds: {
    min_lat: bounds.minLat,
    min_lon: bounds.minLon,
    max_lat: bounds.maxLat,
    max_lon: bounds.maxLon,
  },
  country: {
    name: country.name,
    english: country.names['name:en'],
    alpha2: country.alpha2,
    alpha3: country.alpha3,
  },
  /** Street crossing in the middle of each. */
  towns: { portSerrin: facts('portSerrin'), lagrin: facts('lagrin'), nevrin: facts('nevrin') },
  villages: settlements.filter(({ kind }) => kind === 'village').map(({ key }) => facts(key)),
  /** Points on nodes of roads open to every way of travel, one per settlement. */
  routable: settlements.map(({ key }) => crossing(key, 0, 0)),
  peak: {
    name: 'Piz Auvren',
    english: 'Mount Auvren',
    ...position(peak),
    heightMeters: naturalHeightMeters(peak),
  },
  lake: {
    name: 'Lai Serein',
    english: 'Lake Serene',
    levelMeters: lakeLevelMeters,
    ...position(lakeAxis[1]!),
  },
  /** `flat`: a few metres above the lake all the way. From its southern to its northern end. */
  lakesideRoad: {
    name: 'Strada dal Lai',
    from: position(shore[0]!),
    to: position(shore[shore.length - 1]!),
  },
  /** `mountainous`: from Pradetta over the summit to Fontarèl. */
  passRoad: {
    name: 'Strada dal Pass Crap Alv',
    from: crossing('pradetta', 0, 3),
    summit: position(pass),
    to: crossing('fontarel', 0, -3),
  },
  /** Straight through the main ridge, 3.3 km; closed to feet and bicycles. */
  tunnel: {
    name: 'Tunnel dal Auvren',
    south: position(tunnel.south),
    north: position(tunnel.north),
  },
  ferry: {
    name: 'Port Serrin - Farolan',
    minutes: 25,
    from: position(ferryLine[0]!),
    to: position(ferryLine[ferryLine.length - 1]!),
  },
  /** Over the Lavina gorge between Ombrial and Costamar; closed above 7.5 t. */
  bridge: {
    name: 'Punt Lavina',
    maxWeightTonnes: 7.5,
    from: crossing('ombrial', 0, 0),
    to: crossing('costamar', 0, 0),
    west: position(gorgeBridge.west),
    east: position(gorgeBridge.east),
  },
  /**
   * The motorway's eastern half is the only toll road. The way from Lagrin to Rovens uses it, or avoids tolls by Port
   * Serrin and the P1.
   */
  tollRoad: { ref: 'A1', free: 'P1', from: crossing('lagrin', 0, 0), to: crossing('rovens', 0, 0) },
  /** Four exits: motorway (east), N2 (north), P1 to Molbrun (west), P1 to Tavesca (south). */
  roundabout: {
    exits: 4,
    ref: 'P1',
    from: crossing('tavesca', -3, 0),
    to: crossing('molbrun', 4, 0),
  },
  /** The direct road from Tavesca to Selvarun passes under the motorway, with a clearance of 3.1 m. */
  lowPassage: {
    name: 'Sutpassadi Bass',
    maxHeightMeters: 3.1,
    from: crossing('tavesca', 0, 3),
    to: crossing('selvarun', 0, -3),
  },
  /** Eastbound on the main street, turning north over `via` is forbidden. */
  noLeftTurn: {
    from: crossing('portSerrin', 2, 0),
    via: crossing('portSerrin', 3, 0),
    to: crossing('portSerrin', 3, 1),
  },
  /** Eastbound on the main street, only straight on over `via`. */
  straightOnly: {
    from: crossing('portSerrin', -4, 0),
    via: crossing('portSerrin', -3, 0),
    to: crossing('portSerrin', -2, 0),
  },
  /** For buses (and feet and bicycles) only. */
  busStreet: { from: crossing('portSerrin', 1, 0), to: crossing('portSerrin', 1, -1) },
  /** Places with names in two or three languages. */
  landmarks: landmarks.flatMap(({ x, y, tags }) =>
    tags.name && tags['name:en']
      ? {
          name: tags.name,
          english: tags['name:en'],
          french: tags['name:fr'],
          ...position({ x, y }),
        }
      : [],
  ),
  /** Some of the island's addresses, with the middle of the house. */
  addresses: [
    address('portSerrin', 'Gassa Grevella', '7', 46.381277, -28.452023),
    address('portSerrin', 'Veia Solèra', '124', 46.387088, -28.439536),
    address('lagrin', 'Senda Ruvina', '6a', 46.407743, -28.443462),
    address('nevrin', 'Via Runcalet', '34', 46.51447, -28.401262),
    address('pradetta', 'Via Pegna', '5', 46.446855, -28.408717),
    address('farolan', 'Via Principala', '33', 46.351472, -28.37422),
  ],
} as const
