import type { Positions } from '../../landscape/index.ts'
import { emptyPositions, type GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'
import type { Nodes } from './nodes.ts'

/**
 * Where lanes pass from a hexagon into the next, as shares of half their common side. The middle one goes
 * straight from node to node, as a road between them does, where that crosses the side.
 */
const portals = [-0.8, -0.4, 0, 0.4, 0.8]
export const portalCount = portals.length
const middlePortal = 2

/**
 * The ways from hexagon to neighbour: for each pair five lanes, from the one's node to a gate on the
 * common side to the other's node. All lanes meet in the nodes, so that nobody gets across a river that runs along a row of hexagons
 * without crossing it; and the gates are so close that no bridge lies between two lanes unseen.
 */
export interface SampledEdges {
  /** Of each pair, `from` below `to`. */
  from: Int32Array
  to: Int32Array
  /** Of each pair and lane: metres to the gate and from there on. */
  halves: Float64Array
  /** Nodes and gates on the plane, relative to the centre of the hexagon `from`. */
  plane: Float64Array
  /** Where the nodes lie, relative to the centres of their hexagons. */
  nodeEast: Float64Array
  nodeNorth: Float64Array
  /** The hexagon the origin is in. */
  start: number
}

/** @param nodes Where each hexagon's node is, metres from its centre; that of the origin is the origin. */
export function sampledEdges(grid: HexGrid, nodes: Nodes): SampledEdges {
  const { east, north, neighbours } = grid
  const count = east.length
  const [nodeEast, nodeNorth] = [nodes.east.slice(), nodes.north.slice()]
  const start = nearestToOrigin(grid)
  nodeEast[start] = -east[start]!
  nodeNorth[start] = -north[start]!
  const pairs: number[] = []
  for (let hex = 0; hex < count; hex++) {
    for (let side = 0; side < 6; side++) {
      const next = neighbours[6 * hex + side]!
      if (next > hex) pairs.push(hex, next)
    }
  }
  const pairCount = pairs.length / 2
  const lanes: SampledEdges = {
    from: new Int32Array(pairCount),
    to: new Int32Array(pairCount),
    halves: new Float64Array(2 * portalCount * pairCount),
    plane: new Float64Array((2 + 2 * portalCount + 2) * pairCount),
    nodeEast,
    nodeNorth,
    start,
  }
  for (let pair = 0; pair < pairCount; pair++) {
    const [a, b] = [pairs[2 * pair]!, pairs[2 * pair + 1]!]
    lanes.from[pair] = a
    lanes.to[pair] = b
    layOut(lanes, pair, east[b]! - east[a]!, north[b]! - north[a]!)
  }
  return lanes
}

/** Writes the nodes and gates of a pair whose centres are so far apart. */
function layOut(lanes: SampledEdges, pair: number, eastMeters: number, northMeters: number): void {
  const { from, to, plane, halves, nodeEast, nodeNorth } = lanes
  const at = planeAt(pair)
  const [fromEast, fromNorth] = [nodeEast[from[pair]!]!, nodeNorth[from[pair]!]!]
  const toEast = eastMeters + nodeEast[to[pair]!]!
  const toNorth = northMeters + nodeNorth[to[pair]!]!
  plane[at] = fromEast
  plane[at + 1] = fromNorth
  plane[at + 2] = toEast
  plane[at + 3] = toNorth
  // Half of the side is the distance of the centres over twice the root of three.
  const half = 1 / (2 * Math.sqrt(3))
  const straight = straightPortal([fromEast, fromNorth, toEast, toNorth], eastMeters, northMeters)
  for (let lane = 0; lane < portalCount; lane++) {
    const aside = (lane === middlePortal ? straight : portals[lane]!) * half
    const gateEast = eastMeters / 2 - northMeters * aside
    const gateNorth = northMeters / 2 + eastMeters * aside
    plane[at + 4 + 2 * lane] = gateEast
    plane[at + 5 + 2 * lane] = gateNorth
    const h = 2 * (portalCount * pair + lane)
    halves[h] = Math.hypot(gateEast - fromEast, gateNorth - fromNorth)
    halves[h + 1] = Math.hypot(gateEast - toEast, gateNorth - toNorth)
  }
}

/** Where the line between two nodes crosses the common side, -1 to 1 of half of it; its nearer end else. */
function straightPortal(
  [fromEast, fromNorth, toEast, toNorth]: readonly [number, number, number, number],
  eastMeters: number,
  northMeters: number,
): number {
  const square = eastMeters * eastMeters + northMeters * northMeters
  // Along the line of the centres, from the one (0) to the other (1); and across it.
  const along = (east: number, north: number) => (east * eastMeters + north * northMeters) / square
  const across = (east: number, north: number) => (north * eastMeters - east * northMeters) / square
  const [a, b] = [along(fromEast, fromNorth), along(toEast, toNorth)]
  if (b - a < 1e-6) return 0
  const share = (0.5 - a) / (b - a)
  const off = across(fromEast, fromNorth)
  const crossing = off + (across(toEast, toNorth) - off) * share
  return Math.min(1, Math.max(-1, crossing * 2 * Math.sqrt(3)))
}

function planeAt(pair: number): number {
  return (2 + 2 * portalCount + 2) * pair
}

/** Steps of half a lane in a {@link edgeSamples}: about 13 m at resolution 10, as fine as the ground is mapped. */
export const stepsPerHalf = 5
/** Near a node lanes are as good as one: of each step the lanes that are sampled. */
const sampledPortals = [[2], [0, 2, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]
/** How many samples a pair has: two halves and the gates. */
const samplesPerPair = 2 * sampledPortals.reduce((sum, { length }) => sum + length, 0) + portalCount

/** Where in the samples of a pair that of a lane and step is; steps 0 and 10, the nodes, are not there. */
const sampleIndexes: Int32Array = (() => {
  const indexes = new Int32Array(portalCount * (2 * stepsPerHalf + 1)).fill(-1)
  let next = 0
  for (let step = 1; step < 2 * stepsPerHalf; step++) {
    const sampled =
      sampledPortals[stepsPerHalf - Math.abs(step - stepsPerHalf) - 1] ?? sampledPortals.at(-1)!
    for (let lane = 0; lane < portalCount; lane++) {
      // The nearest lane that is, the one farther inside of two.
      const inward = lane < middlePortal ? lane + 1 : lane - 1
      const nearest = sampled.includes(lane)
        ? lane
        : sampled.includes(inward)
          ? inward
          : middlePortal
      indexes[lane * (2 * stepsPerHalf + 1) + step] = next + sampled.indexOf(nearest)
    }
    next += sampled.length
  }
  return indexes
})()

/**
 * Samples along all lanes of all pairs: the nodes, and then for each pair what lies between. Lanes that
 * are still close together share theirs.
 */
export function edgeSamples(lanes: SampledEdges, globe: GridProjection): Positions {
  const { from, nodeEast, nodeNorth } = lanes
  const positions = emptyPositions(nodeEast.length + samplesPerPair * from.length)
  let at = 0
  for (let hex = 0; hex < nodeEast.length; hex++) {
    globe.place(hex, nodeEast[hex]!, nodeNorth[hex]!, positions, at++)
  }
  for (let pair = 0; pair < from.length; pair++) {
    for (let step = 1; step < 2 * stepsPerHalf; step++) {
      const sampled =
        sampledPortals[stepsPerHalf - Math.abs(step - stepsPerHalf) - 1] ?? sampledPortals.at(-1)!
      for (const lane of sampled) {
        placeOnPath(lanes, globe, pair, lane, step, stepsPerHalf, positions, at++)
      }
    }
  }
  return positions
}

/** Which of the samples of a {@link edgeSamples} that of a pair, a lane and a step is. */
export function sampleIndex(
  { from, to, nodeEast }: SampledEdges,
  pair: number,
  lane: number,
  step: number,
) {
  if (step === 0) return from[pair]!
  if (step === 2 * stepsPerHalf) return to[pair]!
  return (
    nodeEast.length + samplesPerPair * pair + sampleIndexes[lane * (2 * stepsPerHalf + 1) + step]!
  )
}

/** Samples along the lanes of some pairs, nodes included. */
export interface PathSamples {
  positions: Positions
  /** Of each lane in turn, pair by pair, where its samples begin; and at last where they end. */
  first: Int32Array
}

/** Samples evenly along each half of the lanes of some pairs, never farther apart than `spacingMeters`. */
export function pathSamples(
  lanes: SampledEdges,
  globe: GridProjection,
  pairs: Int32Array,
  spacingMeters: number,
): PathSamples {
  const first = new Int32Array(portalCount * pairs.length + 1)
  const stepsOf = (pair: number, lane: number) => {
    const half = 2 * (portalCount * pair + lane)
    const longer = Math.max(lanes.halves[half]!, lanes.halves[half + 1]!)
    return Math.max(1, Math.ceil(longer / spacingMeters))
  }
  for (let i = 0; i < first.length - 1; i++) {
    const steps = stepsOf(pairs[Math.floor(i / portalCount)]!, i % portalCount)
    first[i + 1] = first[i]! + 2 * steps + 1
  }
  const positions = emptyPositions(first.at(-1)!)
  for (let i = 0; i < first.length - 1; i++) {
    const pair = pairs[Math.floor(i / portalCount)]!
    const steps = (first[i + 1]! - first[i]! - 1) / 2
    for (let step = 0; step <= 2 * steps; step++) {
      placeOnPath(lanes, globe, pair, i % portalCount, step, steps, positions, first[i]! + step)
    }
  }
  return { positions, first }
}

function placeOnPath(
  { from, plane }: SampledEdges,
  globe: GridProjection,
  pair: number,
  lane: number,
  step: number,
  stepsOfHalf: number,
  positions: Positions,
  at: number,
): void {
  const p = planeAt(pair)
  const node = step <= stepsOfHalf ? p : p + 2
  const share = (step <= stepsOfHalf ? step : 2 * stepsOfHalf - step) / stepsOfHalf
  const gate = p + 4 + 2 * lane
  const east = plane[node]! + (plane[gate]! - plane[node]!) * share
  const north = plane[node + 1]! + (plane[gate + 1]! - plane[node + 1]!) * share
  globe.place(from[pair]!, east, north, positions, at)
}

/** Positions of the nodes, and after them of the middle gate of each pair. */
export function heightPositions(lanes: SampledEdges, globe: GridProjection) {
  const { nodeEast, nodeNorth, from, plane } = lanes
  const positions = emptyPositions(nodeEast.length + from.length)
  for (let hex = 0; hex < nodeEast.length; hex++) {
    globe.place(hex, nodeEast[hex]!, nodeNorth[hex]!, positions, hex)
  }
  for (let pair = 0; pair < from.length; pair++) {
    const p = planeAt(pair) + 4 + 2 * middlePortal
    globe.place(from[pair]!, plane[p]!, plane[p + 1]!, positions, nodeEast.length + pair)
  }
  return positions
}

function nearestToOrigin({ east, north }: HexGrid): number {
  let nearest = 0
  for (let hex = 1; hex < east.length; hex++) {
    if (Math.hypot(east[hex]!, north[hex]!) < Math.hypot(east[nearest]!, north[nearest]!)) {
      nearest = hex
    }
  }
  return nearest
}
