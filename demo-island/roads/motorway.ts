import { interchange as crossingSite, motorwayPlan } from '../plan/sites.ts'
import {
  distance,
  findPointAlong,
  type IslandPoint,
  lineLength,
  offset,
  resample,
  smooth,
} from '../plane/geometry.ts'
import type { MapTags, Network, Road, Vertex } from './network.ts'

/** The motorway, with the vertices that other roads join: roundabout, interchange, underpass, end. */
export interface Motorway {
  axis: IslandPoint[]
  roundabout: { ring: Road; west: Vertex; north: Vertex; south: Vertex; east: Vertex }
  interchange: { north: Vertex; south: Vertex }
  end: Vertex
  underpass: { north: Vertex; south: Vertex }
  /** Toll booth of each carriageway, eastbound first. */
  tollBooths: Vertex[]
  junctions: Vertex[]
}

const grades = { gradePercent: 4.5 }
const carriageway: MapTags = {
  highway: 'motorway',
  ref: 'A1',
  name: 'Autostrada dal Sid',
  oneway: 'yes',
  lanes: '2',
  maxspeed: '110',
  surface: 'asphalt',
}
const feeder: MapTags = { ...carriageway, highway: 'trunk', maxspeed: '80' }
const ramp: MapTags = {
  highway: 'motorway_link',
  oneway: 'yes',
  lanes: '1',
  maxspeed: '60',
  surface: 'asphalt',
}

/** Half the distance between the two carriageways' axes. */
const halfGapMeters = 13

/** Points of a regular polygon of sixteen corners, counter-clockwise from east. */
const half = Math.sqrt(0.5)
const eighth = { c: Math.sqrt((1 + half) / 2), s: Math.sqrt((1 - half) / 2) }
// biome-ignore format: one quadrant a line or two
const corners = [
  [1, 0], [eighth.c, eighth.s], [half, half], [eighth.s, eighth.c],
  [0, 1], [-eighth.s, eighth.c], [-half, half], [-eighth.c, eighth.s],
  [-1, 0], [-eighth.c, -eighth.s], [-half, -half], [-eighth.s, -eighth.c],
  [0, -1], [eighth.s, -eighth.c], [half, -half], [eighth.c, -eighth.s],
] as const

/** Builds the motorway, its roundabout, interchange, toll and bridge over the underpass. */
export function buildMotorway(network: Network): Motorway {
  const axis = resample(smooth(motorwayPlan, 5), 40)
  const total = lineLength(axis)
  const nearest = (goal: IslandPoint) => {
    let best = 0
    for (let s = 0; s <= total; s += 20) {
      if (distance(findPointAlong(axis, s), goal) < distance(findPointAlong(axis, best), goal))
        best = s
    }
    return best
  }
  const crossing = nearest(crossingSite)
  const under = crossing * 0.52

  const ringVertices: Vertex[] = corners.map(([x, y]) => ({
    x: axis[0]!.x + 30 * x,
    y: axis[0]!.y + 30 * y,
  }))
  const ring = network.add(
    [...ringVertices, ringVertices[0]!],
    {
      highway: 'primary',
      junction: 'roundabout',
      ref: 'P1',
      surface: 'asphalt',
      maxspeed: '40',
      lit: 'yes',
    },
    { gradePercent: 2 },
  )
  const end: Vertex = { ...axis[axis.length - 1]! }

  // Positions along the axis where a carriageway changes its tags or other roads join it.
  const marks = {
    west: 260,
    underStart: under - 24,
    underEnd: under + 24,
    off: crossing - 430,
    on: crossing + 430,
    toll: crossing + 0.55 * (total - crossing),
    east: total - 260,
  }
  const stations = Object.values(marks)
  const side = (sign: 1 | -1) => {
    const at = (s: number, meters: number): Vertex => {
      const line = [
        findPointAlong(axis, s - 5),
        findPointAlong(axis, s),
        findPointAlong(axis, s + 5),
      ]
      return offset(line, sign * meters)[1]!
    }
    const marked = new Map(stations.map((s) => [s, at(s, halfGapMeters)]))
    const inner: [number, Vertex][] = []
    for (let s = 80; s < total - 80; s += 40) {
      if (stations.every((station) => Math.abs(station - s) > 15))
        inner.push([s, at(s, halfGapMeters)])
    }
    const vertices = [...inner, ...marked].sort((p, q) => p[0] - q[0])
    const piece = (from: number, to: number) =>
      vertices.filter(([s]) => s >= from && s <= to).map(([, vertex]) => vertex)
    return { at, marked, piece }
  }
  const south = side(-1)
  const north = side(1)
  const lay = (vertices: Vertex[], eastbound: boolean, tags: MapTags, options = {}) =>
    network.add(eastbound ? vertices : vertices.reverse(), tags, { ...grades, ...options })

  for (const eastbound of [true, false]) {
    const { piece } = eastbound ? south : north
    const ringEnd = ringVertices[eastbound ? 15 : 1]!
    lay([ringEnd, ...piece(0, marks.west)], eastbound, feeder)
    lay(piece(marks.west, marks.underStart), eastbound, carriageway)
    const bridge = { ...carriageway, bridge: 'yes', layer: '1' }
    lay(piece(marks.underStart, marks.underEnd), eastbound, bridge, { layer: 1, bed: 'span' })
    lay(piece(marks.underEnd, marks.off), eastbound, carriageway)
    lay(piece(marks.off, marks.on), eastbound, carriageway)
    lay(piece(marks.on, marks.east), eastbound, { ...carriageway, toll: 'yes' })
    lay([...piece(marks.east, total), end], eastbound, feeder)
  }
  const tollBooths = [south, north].map(({ marked }) => marked.get(marks.toll)!)
  for (const booth of tollBooths) {
    booth.tags = {
      barrier: 'toll_booth',
      name: 'Dazi Sid',
      'payment:cash': 'yes',
      'payment:cards': 'yes',
    }
  }

  const junction = (vertex: Vertex, ref: string, name: string) => {
    vertex.tags = { highway: 'motorway_junction', ref, name }
    return vertex
  }
  const junctions = [
    junction(north.marked.get(marks.west)!, '1', 'Sura'),
    junction(south.marked.get(marks.off)!, '2', 'Port Serrin'),
    junction(north.marked.get(marks.on)!, '2', 'Port Serrin'),
    junction(south.marked.get(marks.east)!, '3', 'Rovens'),
  ]

  // The diamond: each ramp leaves its carriageway and moves outwards to the crossing road's end.
  const rampEnd = { south: south.at(crossing, 85), north: north.at(crossing, 85) }
  const destination = {
    destination: 'Port Serrin;Lagrin',
    'destination:ref': 'S1',
    'junction:ref': '2',
  }
  const drift = (lane: ReturnType<typeof side>, from: number, target: Vertex): Vertex[] => {
    const sign = Math.sign(crossing - from)
    const shares = [0.2, 0.45, 0.7, 0.88]
    const points = shares.map((t) =>
      lane.at(
        from + sign * 430 * t * 0.97,
        halfGapMeters + (85 - halfGapMeters) * t * t * (1.6 - 0.6 * t),
      ),
    )
    return [lane.marked.get(from)!, ...points, target]
  }
  const down = { gradePercent: 6 }
  network.add(drift(south, marks.off, rampEnd.south), { ...ramp, ...destination }, down)
  network.add(
    drift(south, marks.on, rampEnd.south).reverse(),
    { ...ramp, destination: 'Rovens' },
    down,
  )
  network.add(drift(north, marks.on, rampEnd.north), { ...ramp, ...destination }, down)
  network.add(
    drift(north, marks.off, rampEnd.north).reverse(),
    { ...ramp, destination: 'Molbrun;Ziravel' },
    down,
  )

  // The crossing road over the motorway: two approaches on embankments and the bridge between.
  const road: MapTags = { highway: 'secondary', ref: 'S1', surface: 'asphalt', maxspeed: '60' }
  const southHead: Vertex = { ...south.at(crossing, 42), liftMeters: 6 }
  const northHead: Vertex = { ...north.at(crossing, 42), liftMeters: 6 }
  network.add([rampEnd.south, southHead], road)
  const over = { ...road, bridge: 'yes', layer: '1' }
  network.add([southHead, northHead], over, { layer: 1, bed: 'span' })
  network.add([northHead, rampEnd.north], road)
  const approach = { south: south.at(crossing, 190), north: north.at(crossing, 190) }
  network.add([approach.south, rampEnd.south], road)
  network.add([rampEnd.north, approach.north], road)

  const [east, , , , up, , , , west, , , , low] = ringVertices
  return {
    axis,
    roundabout: { ring, east: east!, north: up!, west: west!, south: low! },
    interchange: approach,
    end,
    underpass: { north: north.at(under, 190), south: south.at(under, 190) },
    tollBooths,
    junctions,
  }
}
