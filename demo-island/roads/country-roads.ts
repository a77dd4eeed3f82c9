import { lakeMeters } from '../land/natural-height.ts'
import type { Side } from '../plan/settlements.ts'
import { ferryLine, gorgeBridge, lakeAxis, lakeLevelMeters, pass, tunnel } from '../plan/sites.ts'
import { direction, distance, type IslandPoint, resample, smooth } from '../plane/geometry.ts'
import { noise } from '../plane/noise.ts'
import { type CostSurface, findLeastCostPath, type PathRule } from './least-cost-path.ts'
import type { Motorway } from './motorway.ts'
import type { MapTags, Network, Road, Vertex } from './network.ts'
import type { StreetGrid } from './streets.ts'

/** Country roads that have documented facts. */
export interface CountryRoads {
  lakeside: Road
  passSouth: Road
  passNorth: Road
  tunnel: Road
  gorgeBridge: Road
  underpass: Road
  ferry: Road
}

const trunk: MapTags = {
  highway: 'trunk',
  ref: 'N2',
  maxspeed: '80',
  lanes: '2',
  surface: 'asphalt',
}
const primary = (ref: string): MapTags => ({
  highway: 'primary',
  ref,
  maxspeed: '80',
  surface: 'asphalt',
})
const secondary = (ref: string): MapTags => ({
  highway: 'secondary',
  ref,
  maxspeed: '80',
  surface: 'asphalt',
})
const tertiary = (ref: string): MapTags => ({
  highway: 'tertiary',
  ref,
  maxspeed: '70',
  surface: 'asphalt',
})
const unclassified: MapTags = { highway: 'unclassified', maxspeed: '60', surface: 'asphalt' }

const fast: PathRule = { gradePercent: 4.5, turnMeters: 30 }
const ordinary: PathRule = { gradePercent: 6, turnMeters: 20 }
const portal: PathRule = { gradePercent: 9, turnMeters: 60 }
const steep: PathRule = { gradePercent: 9, turnMeters: 75 }

/** Joins settlements, motorway, tunnel, pass and ferry by roads that follow the land. */
export function buildCountryRoads(
  network: Network,
  surface: CostSurface,
  grids: Map<string, StreetGrid>,
  motorway: Motorway,
): CountryRoads {
  const gate = (key: string, side: Side): Vertex => {
    const vertex = grids.get(key)?.gates[side]
    if (!vertex) throw new Error(`${key} has no gate on its ${side}`)
    return vertex
  }
  const link = (
    from: Vertex,
    to: Vertex,
    tags: MapTags,
    rule: PathRule,
    built = rule.gradePercent + 2,
  ) => {
    const path = smooth(findLeastCostPath(surface, from, to, rule), 2)
    const vertices = [from, ...resample(path, 32).slice(1, -1), to]
    return network.add(vertices, tags, { gradePercent: built })
  }
  const { roundabout, interchange, underpass } = motorway
  const coast = { ...primary('P1'), name: 'Strada da la Costa' }

  link(gate('portSerrin', 'west'), gate('tavesca', 'east'), coast, ordinary)
  link(gate('tavesca', 'west'), roundabout.south, coast, ordinary)
  link(roundabout.west, gate('molbrun', 'east'), coast, ordinary)
  link(gate('portSerrin', 'east'), gate('rovens', 'south'), coast, ordinary)
  link(motorway.end, gate('rovens', 'west'), tertiary('T1'), ordinary)

  const north = { ...trunk, name: 'Strada dal Nord' }
  link(roundabout.north, gate('cragnal', 'south'), north, fast)
  const southPortal: Vertex = { ...tunnel.south }
  const northPortal: Vertex = { ...tunnel.north }
  link(gate('cragnal', 'north'), southPortal, north, portal, 8)
  const bore = network.add(
    resample([southPortal, northPortal], 300).map((point, i, all) =>
      i === 0 ? southPortal : i === all.length - 1 ? northPortal : point,
    ),
    {
      ...trunk,
      name: 'Tunnel dal Auvren',
      'name:en': 'Auvren Tunnel',
      tunnel: 'yes',
      layer: '-1',
      lit: 'yes',
      foot: 'no',
      bicycle: 'no',
    },
    { layer: -1, bed: 'span' },
  )
  link(northPortal, gate('ziravel', 'south'), north, portal, 8.5)
  const northCoast = { ...primary('P2'), name: 'Strada dal Mar' }
  const shoreRoad = link(gate('ziravel', 'east'), gate('nevrin', 'west'), northCoast, ordinary)

  link(gate('portSerrin', 'north'), interchange.south, secondary('S1'), ordinary)
  link(interchange.north, gate('lagrin', 'south'), secondary('S1'), ordinary)
  const shore = traceLakeShore(1)
  const lakeside = network.add(
    shore,
    {
      ...secondary('S1'),
      name: 'Strada dal Lai',
      'name:en': 'Lakeside Road',
      'name:fr': 'Route du Lac',
    },
    { gradePercent: 3 },
  )
  link(gate('lagrin', 'north'), shore[0]!, secondary('S1'), ordinary)
  link(shore[shore.length - 1]!, gate('pradetta', 'south'), secondary('S1'), ordinary)

  const passTags = {
    ...secondary('S2'),
    name: 'Strada dal Pass Crap Alv',
    'name:en': 'White Rock Pass Road',
    maxspeed: '60',
  }
  const saddle: Vertex = {
    ...pass,
    tags: { mountain_pass: 'yes', name: 'Pass dal Crap Alv', 'name:en': 'White Rock Pass' },
  }
  const passSouth = link(gate('pradetta', 'north'), saddle, passTags, steep, 10)
  const passNorth = link(saddle, gate('fontarel', 'south'), passTags, steep, 10)
  link(gate('fontarel', 'north'), gate('nevrin', 'south'), secondary('S2'), ordinary)

  const westAbutment: Vertex = { ...gorgeBridge.west }
  const eastAbutment: Vertex = { ...gorgeBridge.east }
  link(gate('rovens', 'east'), gate('ombrial', 'south'), tertiary('T2'), ordinary)
  link(gate('ombrial', 'east'), westAbutment, tertiary('T2'), ordinary)
  const gorge = network.add(
    [westAbutment, eastAbutment],
    {
      ...tertiary('T2'),
      name: 'Punt Lavina',
      'name:en': 'Lavina Bridge',
      // Usual tag of long bridges; the engine's builder does not recognise it as a bridge.
      bridge: 'viaduct',
      'bridge:structure': 'arch',
      layer: '1',
      maxweight: '7.5',
    },
    { layer: 1, bed: 'span' },
  )
  link(eastAbutment, gate('costamar', 'south'), tertiary('T2'), ordinary)
  link(gate('costamar', 'north'), gate('undrava', 'east'), tertiary('T2'), ordinary)
  link(gate('undrava', 'west'), gate('nevrin', 'east'), tertiary('T2'), ordinary)
  link(gate('molbrun', 'north'), gate('brenzol', 'south'), tertiary('T3'), ordinary)
  link(gate('brenzol', 'east'), gate('ziravel', 'west'), tertiary('T3'), ordinary)
  link(gate('lagrin', 'west'), gate('selvarun', 'east'), tertiary('T4'), ordinary)
  link(gate('selvarun', 'west'), gate('cragnal', 'east'), tertiary('T4'), ordinary)

  link(gate('tavesca', 'north'), underpass.south, unclassified, ordinary)
  const low = network.add(
    resample([underpass.south, underpass.north], 30).map((point, i, all) =>
      i === 0
        ? underpass.south
        : i === all.length - 1
          ? underpass.north
          : { ...point, liftMeters: -5 * (1 - Math.abs((2 * i) / (all.length - 1) - 1)) },
    ),
    { ...unclassified, name: 'Sutpassadi Bass', maxheight: '3.1' },
  )
  link(underpass.north, gate('selvarun', 'south'), unclassified, ordinary)
  link(gate('selvarun', 'north'), gate('chasura', 'south'), unclassified, ordinary)
  link(gate('molbrun', 'south'), gate('sablun', 'north'), unclassified, ordinary)
  link(gate('rovens', 'north'), gate('pignol', 'south'), unclassified, ordinary)
  const cape = gate('capNair', 'south')
  const turning = shoreRoad.vertices.reduce((best, v) =>
    distance(v, cape) < distance(best, cape) ? v : best,
  )
  link(turning, cape, unclassified, ordinary)

  return {
    lakeside,
    passSouth,
    passNorth,
    tunnel: bore,
    gorgeBridge: gorge,
    underpass: low,
    ferry: buildFerry(network, gate('portSerrin', 'south'), gate('farolan', 'west')),
  }
}

function buildFerry(network: Network, town: Vertex, islet: Vertex): Road {
  const line = smooth(ferryLine, 3)
  const vertices: Vertex[] = resample(line, 250)
  const berth = vertices[0]!
  const landing = vertices[vertices.length - 1]!
  berth.tags = {
    amenity: 'ferry_terminal',
    name: 'Port Serrin Quai',
    'name:en': 'Serrin Harbour Quay',
  }
  landing.tags = {
    amenity: 'ferry_terminal',
    name: 'Farolan Quai',
    'name:en': 'Lantern Islet Quay',
  }
  const quay: MapTags = {
    highway: 'residential',
    surface: 'asphalt',
    name: 'Via dal Quai',
    maxspeed: '30',
  }
  network.add([town, ...resample([town, berth], 60).slice(1, -1), berth], quay)
  network.add([landing, ...resample([landing, islet], 60).slice(1, -1), islet], {
    ...unclassified,
    name: 'Via dal Quai',
  })
  return network.add(
    vertices,
    {
      route: 'ferry',
      name: 'Port Serrin - Farolan',
      duration: '00:25',
      motor_vehicle: 'yes',
      motorcar: 'yes',
      hgv: 'yes',
      bus: 'yes',
      bicycle: 'yes',
      foot: 'yes',
      interval: '01:00',
    },
    { bed: 'span' },
  )
}

/**
 * Returns a line along the lake 75 m from the water, from its southern end to its northern end, with heights fixed a
 * few metres above the lake. Side 1 is the western shore, -1 the eastern.
 */
export function traceLakeShore(side: 1 | -1, shoreMeters = 75): Vertex[] {
  const axis = resample([...lakeAxis].reverse(), 60)
  const shore = axis.map((point, i): IslandPoint => {
    const ahead = direction(axis[Math.max(0, i - 3)]!, axis[Math.min(axis.length - 1, i + 3)]!)
    const out = { x: -ahead.y * side, y: ahead.x * side }
    let low = 0
    let high = 900
    for (let round = 0; round < 30; round++) {
      const middle = (low + high) / 2
      const there = { x: point.x + out.x * middle, y: point.y + out.y * middle }
      if (lakeMeters(there) > -shoreMeters) low = middle
      else high = middle
    }
    return { x: point.x + out.x * low, y: point.y + out.y * low }
  })
  const line = resample(smooth(shore, 2), 30)
  let along = 0
  return line.map((point, i) => {
    if (i > 0) along += distance(line[i - 1]!, point)
    return { ...point, fixedZ: lakeLevelMeters + 4 + 0.8 * noise(along / 500, 0.5, 91) }
  })
}
