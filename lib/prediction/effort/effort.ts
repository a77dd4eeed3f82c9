import { pause } from '../../concurrency/index.ts'
import { type LandscapeView, landCoverByte, type Positions } from '../../landscape/index.ts'
import type { GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'
import {
  edgeSamples,
  heightPositions,
  pathSamples,
  portalCount,
  type SampledEdges,
  sampledEdges,
  sampleIndex,
  stepsPerHalf,
} from './edges.ts'
import { nodesOf } from './nodes.ts'
import { type Graph, shortestPathCosts } from './shortest-paths.ts'
import { coverFactors, crossingMeters, pathReachByte, slopeFactor } from './walking-cost.ts'

/**
 * Between samples near barriers. A barrier is a line of pixels of 10 m and more that meet side by side;
 * even where such a line is thinnest, across a corner, 7 m of a way lie on it.
 */
const closeMeters = 6.5
/** A node may lie on a gate; over no distance at all there is no slope. */
const leastMeters = 1

/**
 * How much harder than flat open ground it is to get to each hexagon from the origin: the cost of the
 * best way over its cost if all were flat and open. Below 1 where it goes gently downhill; far above it
 * behind a river without a bridge. 1 for the origin's own hexagon. It is a ratio of two ways through the
 * same nodes, so flat open ground gives exactly 1 everywhere.
 *
 * @param points The pattern points of all hexagons, hexagon by hexagon.
 * @throws The reason of the signal, when it is aborted.
 */
export async function effortRatios(
  grid: HexGrid,
  globe: GridProjection,
  view: LandscapeView,
  points: Positions,
  signal?: AbortSignal,
): Promise<Float64Array> {
  const lanes = sampledEdges(grid, nodesOf(grid, globe, view, points))
  await pause(signal)
  const along = edgeSamples(lanes, globe)
  const slowness = slownessOfHalves(lanes, along, view)
  await pause(signal)
  const crossings = crossingsOf(lanes, globe, view, pairsNearBarriers(lanes, along, view))
  await pause(signal)
  const slopes = slopeFactors(lanes, globe, view)
  await pause(signal)
  const pairCount = lanes.from.length
  const flat = new Float64Array(pairCount).fill(Infinity)
  const there = new Float64Array(pairCount).fill(Infinity)
  const back = new Float64Array(pairCount).fill(Infinity)
  for (let pair = 0, lane = 0; pair < pairCount; pair++) {
    const s = 4 * pair
    for (const end = lane + portalCount; lane < end; lane++) {
      const [one, two] = [2 * lane, 2 * lane + 1]
      const [first, second] = [lanes.halves[one]!, lanes.halves[two]!]
      const [ground, groundOn] = [first * slowness[one]!, second * slowness[two]!]
      flat[pair] = Math.min(flat[pair]!, first + second)
      there[pair] = Math.min(
        there[pair]!,
        ground * slopes[s]! + groundOn * slopes[s + 1]! + crossings[one]!,
      )
      back[pair] = Math.min(
        back[pair]!,
        ground * slopes[s + 2]! + groundOn * slopes[s + 3]! + crossings[two]!,
      )
    }
  }
  await pause(signal)
  const flatCosts = shortestPathCosts(pathGraph(grid, lanes, flat, flat), lanes.start)
  await pause(signal)
  const costs = shortestPathCosts(pathGraph(grid, lanes, there, back), lanes.start)
  return costs.map((cost, hex) => (flatCosts[hex]! > 0 ? ratio(cost, flatCosts[hex]!) : 1))
}

/** Ground that is cut off from the origin, as parts of an area may be, is no easier and no harder. */
function ratio(cost: number, flat: number): number {
  return Number.isFinite(cost) && Number.isFinite(flat) ? cost / flat : 1
}

/** Four for each pair: on the halves beside `from` and `to`, on the way there; then on the way back. */
function slopeFactors(
  lanes: SampledEdges,
  globe: GridProjection,
  view: LandscapeView,
): Float64Array {
  const heights = view.heights(heightPositions(lanes, globe))
  const { from, to, halves, nodeEast } = lanes
  const factors = new Float64Array(4 * from.length)
  for (let pair = 0; pair < from.length; pair++) {
    const middle = 2 * (portalCount * pair + (portalCount >> 1))
    const gate = heights[nodeEast.length + pair]!
    const first = (gate - heights[from[pair]!]!) / Math.max(leastMeters, halves[middle]!)
    const second = (heights[to[pair]!]! - gate) / Math.max(leastMeters, halves[middle + 1]!)
    factors[4 * pair] = slopeFactor(first)
    factors[4 * pair + 1] = slopeFactor(second)
    factors[4 * pair + 2] = slopeFactor(-first)
    factors[4 * pair + 3] = slopeFactor(-second)
  }
  return factors
}

const open = landCoverByte('open')

/** Mean slowness of the ground on both halves of each lane. */
function slownessOfHalves(
  lanes: SampledEdges,
  positions: Positions,
  view: LandscapeView,
): Float64Array {
  const cover = view.sample('land_cover', positions)
  const road = view.sample('road', positions)
  const path = view.sample('path', positions)
  const at = cover.map((byte, i) =>
    road[i]! <= pathReachByte || path[i]! <= pathReachByte ? open : byte,
  )
  const slowness = new Float64Array(lanes.halves.length)
  for (let half = 0; half < slowness.length; half++) {
    const lane = half >> 1
    const pair = Math.floor(lane / portalCount)
    let sum = 0
    // Both ends count by half; the gate ends the first half and begins the second.
    for (let step = 0; step <= stepsPerHalf; step++) {
      const i = sampleIndex(lanes, pair, lane % portalCount, (half & 1) * stepsPerHalf + step)
      const factor = coverFactors[at[i]!]!
      sum += step === 0 || step === stepsPerHalf ? factor / 2 : factor
    }
    slowness[half] = sum / stepsPerHalf
  }
  return slowness
}

/** Two for each lane: what the barriers cost that are entered on the way there, and on the way back. */
function crossingsOf(
  lanes: SampledEdges,
  globe: GridProjection,
  view: LandscapeView,
  near: Int32Array,
): Float64Array {
  const costs = new Float64Array(lanes.halves.length)
  const { positions, first } = pathSamples(lanes, globe, near, closeMeters)
  const bits = view.sample('barrier', positions)
  for (let i = 0; i < first.length - 1; i++) {
    const lane = portalCount * near[Math.floor(i / portalCount)]! + (i % portalCount)
    for (let at = first[i]! + 1; at < first[i + 1]!; at++) {
      const [before, here] = [bits[at - 1]!, bits[at]!]
      if (before === here) continue
      // Who is on a barrier already, such as in a lake, does not pay for it again.
      costs[2 * lane]! += crossingMeters[here & ~before]!
      costs[2 * lane + 1]! += crossingMeters[before & ~here]!
    }
  }
  return costs
}

/** Pairs with a barrier between them, or at one of their nodes: what coarse samples see, and around it. */
function pairsNearBarriers(
  lanes: SampledEdges,
  positions: Positions,
  view: LandscapeView,
): Int32Array {
  const { from, to, nodeEast } = lanes
  const bits = view.sample('barrier', positions)
  const isNear = new Uint8Array(nodeEast.length)
  for (let pair = 0; pair < from.length; pair++) {
    let any = bits[from[pair]!]! | bits[to[pair]!]!
    const first = sampleIndex(lanes, pair, 0, 1)
    const last = sampleIndex(lanes, pair, portalCount - 1, 2 * stepsPerHalf - 1)
    for (let i = first; i <= last; i++) any |= bits[i]!
    if (any) isNear[from[pair]!] = isNear[to[pair]!] = 1
  }
  const near: number[] = []
  for (let pair = 0; pair < from.length; pair++) {
    if (isNear[from[pair]!] || isNear[to[pair]!]) near.push(pair)
  }
  return Int32Array.from(near)
}

/** The pairs as edges both ways, with what each costs there and back. */
function pathGraph(
  grid: HexGrid,
  { from, to }: SampledEdges,
  there: Float64Array,
  back: Float64Array,
): Graph {
  const first = new Int32Array(grid.ids.length + 1)
  for (let pair = 0; pair < from.length; pair++) {
    first[from[pair]! + 1]!++
    first[to[pair]! + 1]!++
  }
  for (let node = 0; node < grid.ids.length; node++) first[node + 1]! += first[node]!
  const next = first.slice()
  const graph = {
    first,
    to: new Int32Array(2 * from.length),
    costs: new Float64Array(2 * from.length),
  }
  for (let pair = 0; pair < from.length; pair++) {
    const [a, b] = [from[pair]!, to[pair]!]
    const [onward, homeward] = [next[a]!++, next[b]!++]
    graph.to[onward] = b
    graph.costs[onward] = there[pair]!
    graph.to[homeward] = a
    graph.costs[homeward] = back[pair]!
  }
  return graph
}
