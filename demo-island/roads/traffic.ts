import { between, distance } from '../plane/geometry.ts'
import type { MapTags, Network, Road, Vertex } from './network.ts'
import type { StreetGrid } from './streets.ts'

/** A turn restriction from one road over a vertex into another. */
export interface TurnRestriction {
  kind: 'no_left_turn' | 'only_straight_on'
  from: Road
  via: Vertex
  to: Road
}

/** Traffic rules of the capital. */
export interface TownTraffic {
  restrictions: TurnRestriction[]
  turnLanes: Road
  busStreet: Road
  pedestrian: Road
  privateRoad: Road
}

function ensureDefined<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The capital has no ${what}`)
  return value
}

/** Adds signals, lanes, one-ways, restrictions and streets for some traffic only, in the capital. */
export function regulateTraffic(network: Network, town: StreetGrid): TownTraffic {
  const at = (column: number, row: number) =>
    ensureDefined(town.crossing(column, row), 'such crossing')
  const piece = (from: [number, number], to: [number, number]) => {
    const a = town.crossing(...from)
    const b = town.crossing(...to)
    return a && b ? network.section(a, b) : undefined
  }

  for (const column of [-3, 0, 3]) at(column, 0).tags = { highway: 'traffic_signals' }
  for (const column of [-5, -2, 2, 5]) {
    at(column, 0).tags = { highway: 'crossing', crossing: 'uncontrolled' }
  }
  oneWay(network, town, 2, 'yes')
  oneWay(network, town, -2, '-1')

  const busStreet = ensureDefined(
    [1, 2, -2, -3].map((column) => piece([column, 0], [column, -1])).find((road) => road),
    'bus street',
  )
  busStreet.tags = {
    highway: 'residential',
    name: busStreet.tags.name!,
    surface: 'asphalt',
    access: 'no',
    bus: 'designated',
    bicycle: 'yes',
    foot: 'yes',
    lit: 'yes',
  }
  const pedestrian = ensureDefined(
    piece([-1, 1], [0, 1]) ?? piece([0, 1], [1, 1]),
    'pedestrian street',
  )
  pedestrian.tags = {
    highway: 'pedestrian',
    name: pedestrian.tags.name!,
    surface: 'paving_stones',
    lit: 'yes',
  }

  const turnLanes = ensureDefined(piece([-1, 0], [0, 0]), 'approach to the centre')
  Object.assign(turnLanes.tags, {
    lanes: '3',
    'lanes:forward': '2',
    'lanes:backward': '1',
    'turn:lanes:forward': 'left|through;right',
  })

  const restrictions: TurnRestriction[] = []
  for (const column of [3, 4, 2, 5]) {
    const north = piece([column, 0], [column, 1])
    const approach = piece([column - 1, 0], [column, 0])
    if (!north || !approach) continue
    restrictions.push({ kind: 'no_left_turn', from: approach, via: at(column, 0), to: north })
    break
  }
  const before = ensureDefined(piece([-4, 0], [-3, 0]), 'western approach')
  const after = ensureDefined(piece([-3, 0], [-2, 0]), 'western approach')
  restrictions.push({ kind: 'only_straight_on', from: before, via: at(-3, 0), to: after })

  const privateRoad = buildDriveway(network, town)
  buildAlleys(network, town)
  return { restrictions, turnLanes, busStreet, pedestrian, privateRoad }
}

function oneWay(network: Network, town: StreetGrid, row: number, oneway: 'yes' | '-1'): void {
  for (let column = -town.settlement.columns; column < town.settlement.columns; column++) {
    const a = town.crossing(column, row)
    const b = town.crossing(column + 1, row)
    if (!a || !b) continue
    for (const road of network.roads) {
      if (road.vertices.includes(a) && road.vertices.includes(b)) road.tags.oneway = oneway
    }
  }
}

/** Builds a private drive behind a gate at the western edge. */
function buildDriveway(network: Network, town: StreetGrid): Road {
  const start = ensureDefined(town.crossing(-town.settlement.columns, 0), 'western edge')
  const villa: Vertex = { x: start.x - 25, y: start.y - 190 }
  const gate: Vertex = {
    ...between(start, villa, 0.3),
    tags: { barrier: 'gate', access: 'private' },
  }
  const tags: MapTags = {
    highway: 'service',
    service: 'driveway',
    access: 'private',
    surface: 'gravel',
  }
  return network.add([start, gate, between(start, villa, 0.65), villa], tags)
}

/** Builds footways and steps through the middle of blocks, and a few lanes to car parks. */
function buildAlleys(network: Network, town: StreetGrid): void {
  const { columns, rows } = town.settlement
  for (let row = -rows; row < rows; row++) {
    for (let column = -columns; column < columns; column++) {
      const pick = (((column * 7 + row * 11) % 13) + 13) % 13
      if (pick > 2) continue
      const corners = [
        [column, row],
        [column + 1, row],
        [column, row + 1],
        [column + 1, row + 1],
      ].map(([c, r]) => town.crossing(c!, r!))
      if (corners.some((corner) => !corner)) continue
      const [a, b, c, d] = corners as [Vertex, Vertex, Vertex, Vertex]
      const south = between(a, b, 0.5)
      const north = between(c, d, 0.5)
      const lower = join(network, a, b, south)
      const upper = join(network, c, d, north)
      if (!lower || !upper) continue
      const middle: Vertex = between(lower, upper, 0.4)
      const top: Vertex = between(lower, upper, 0.7)
      if (pick === 0) {
        network.add([lower, middle], { highway: 'footway', surface: 'paving_stones', lit: 'yes' })
        network.add([middle, top], {
          highway: 'steps',
          step_count: '24',
          surface: 'concrete',
          lit: 'yes',
        })
        network.add([top, upper], { highway: 'footway', surface: 'paving_stones', lit: 'yes' })
      } else if (pick === 1) {
        network.add([lower, middle, top, upper], {
          highway: 'footway',
          surface: 'asphalt',
          lit: 'yes',
        })
      } else {
        network.add([lower, middle], {
          highway: 'service',
          service: 'parking_aisle',
          surface: 'asphalt',
        })
      }
    }
  }
}

/** Puts a vertex into the street between two neighbouring crossings, if there is one. */
function join(network: Network, a: Vertex, b: Vertex, at: Vertex): Vertex | undefined {
  for (const road of network.roads) {
    const i = road.vertices.indexOf(a)
    if (i < 0) continue
    for (const step of [-1, 1]) {
      if (road.vertices[i + step] !== b) continue
      road.vertices.splice(step > 0 ? i + 1 : i, 0, at)
      return at
    }
  }
  // There is no street here: the alley starts at the nearer crossing only if that is close.
  return distance(a, at) < 20 ? a : undefined
}
