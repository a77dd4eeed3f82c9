import { pause } from '../../concurrency/index.ts'
import { type LandscapeView, landCoverByte, type Positions } from '../../landscape/index.ts'
import type { GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'
import { type HexEdges, heightPositions, hexEdges, middlePortal, portalCount } from './edges.ts'
import { nodesOf } from './nodes.ts'
import { edgeSamples, pathSamples, sampleIndex, stepsPerHalf } from './samples.ts'
import { type Graph, shortestPathCosts } from './shortest-paths.ts'
import { coverFactors, crossingMeters, pathReachByte, slopeFactor } from './walking-cost.ts'

/**
 * Between samples near barriers. A barrier is a line of pixels of 10 m and more that share sides; even
 * across a corner, where it is thinnest, 7 m of a path lie on it.
 */
const barrierSpacingMeters = 6.5
/** A node may lie on a portal; over no distance at all there is no slope. */
const minSlopeMeters = 1

/**
 * How much harder than flat open ground it is to walk from the origin to each hexagon: the cost of the
 * least-cost path over its cost on flat open ground. Below 1 where it goes gently downhill; far above 1
 * behind a river without a bridge; 1 for the origin's own hexagon. Both costs come from the same graph,
 * so flat open ground gives exactly 1 everywhere.
 *
 * @param points The pattern points of all hexagons, hexagon by hexagon.
 * @throws The reason of the signal, when it is aborted.
 */
export async function effortRatios(
  grid: HexGrid,
  projection: GridProjection,
  view: LandscapeView,
  points: Positions,
  signal?: AbortSignal,
): Promise<Float64Array> {
  const edges = hexEdges(grid, nodesOf(grid, projection, view, points))
  await pause(signal)
  const samples = edgeSamples(edges, projection)
  const slowness = slownessOfHalves(edges, samples, view)
  await pause(signal)
  const nearBarriers = edgesNearBarriers(edges, samples, view)
  const crossings = crossingCosts(edges, projection, view, nearBarriers)
  await pause(signal)
  const slopes = slopeFactors(edges, projection, view)
  await pause(signal)
  const { flat, there, back } = edgeCosts(edges, slowness, slopes, crossings)
  await pause(signal)
  const flatCosts = shortestPathCosts(walkingGraph(grid, edges, flat, flat), edges.start)
  await pause(signal)
  const costs = shortestPathCosts(walkingGraph(grid, edges, there, back), edges.start)
  return costs.map((cost, hex) => (flatCosts[hex]! > 0 ? ratio(cost, flatCosts[hex]!) : 1))
}

/** 1 for ground that is cut off from the origin, as parts of an area may be. */
function ratio(cost: number, flat: number): number {
  return Number.isFinite(cost) && Number.isFinite(flat) ? cost / flat : 1
}

/** Cost of each edge, metres of flat open ground: the cheapest of its paths, there and back. */
function edgeCosts(
  { from, halves }: HexEdges,
  slowness: Float64Array,
  slopes: Float64Array,
  crossings: Float64Array,
): Record<'flat' | 'there' | 'back', Float64Array> {
  const flat = new Float64Array(from.length).fill(Infinity)
  const there = new Float64Array(from.length).fill(Infinity)
  const back = new Float64Array(from.length).fill(Infinity)
  for (let edge = 0, path = 0; edge < from.length; edge++) {
    const s = 4 * edge
    for (const end = path + portalCount; path < end; path++) {
      const [first, second] = [2 * path, 2 * path + 1]
      const [meters, metersOn] = [halves[first]!, halves[second]!]
      const [ground, groundOn] = [meters * slowness[first]!, metersOn * slowness[second]!]
      flat[edge] = Math.min(flat[edge]!, meters + metersOn)
      there[edge] = Math.min(
        there[edge]!,
        ground * slopes[s]! + groundOn * slopes[s + 1]! + crossings[first]!,
      )
      back[edge] = Math.min(
        back[edge]!,
        ground * slopes[s + 2]! + groundOn * slopes[s + 3]! + crossings[second]!,
      )
    }
  }
  return { flat, there, back }
}

/** Four for each edge: for its first and second half on the way there, then on the way back. */
function slopeFactors(
  edges: HexEdges,
  projection: GridProjection,
  view: LandscapeView,
): Float64Array {
  const heights = view.heights(heightPositions(edges, projection))
  const { from, to, halves, nodeEast } = edges
  const factors = new Float64Array(4 * from.length)
  for (let edge = 0; edge < from.length; edge++) {
    const half = 2 * (portalCount * edge + middlePortal)
    const portal = heights[nodeEast.length + edge]!
    const first = (portal - heights[from[edge]!]!) / Math.max(minSlopeMeters, halves[half]!)
    const second = (heights[to[edge]!]! - portal) / Math.max(minSlopeMeters, halves[half + 1]!)
    factors[4 * edge] = slopeFactor(first)
    factors[4 * edge + 1] = slopeFactor(second)
    factors[4 * edge + 2] = slopeFactor(-first)
    factors[4 * edge + 3] = slopeFactor(-second)
  }
  return factors
}

const open = landCoverByte('open')

/** Mean slowness of the ground on both halves of each path. */
function slownessOfHalves(edges: HexEdges, samples: Positions, view: LandscapeView): Float64Array {
  const cover = view.sample('land_cover', samples)
  const road = view.sample('road', samples)
  const path = view.sample('path', samples)
  const walked = cover.map((byte, i) =>
    road[i]! <= pathReachByte || path[i]! <= pathReachByte ? open : byte,
  )
  const slowness = new Float64Array(edges.halves.length)
  for (let half = 0; half < slowness.length; half++) {
    const through = half >> 1
    const edge = Math.floor(through / portalCount)
    let sum = 0
    // Trapezoidal rule: both ends count by half. The portal ends the first half and begins the second.
    for (let step = 0; step <= stepsPerHalf; step++) {
      const at = (half & 1) * stepsPerHalf + step
      const factor = coverFactors[walked[sampleIndex(edges, edge, through % portalCount, at)]!]!
      sum += step === 0 || step === stepsPerHalf ? factor / 2 : factor
    }
    slowness[half] = sum / stepsPerHalf
  }
  return slowness
}

/** Two for each path: the cost of the barriers that it enters on the way there, and on the way back. */
function crossingCosts(
  edges: HexEdges,
  projection: GridProjection,
  view: LandscapeView,
  nearBarriers: Int32Array,
): Float64Array {
  const costs = new Float64Array(edges.halves.length)
  const { positions, first } = pathSamples(edges, projection, nearBarriers, barrierSpacingMeters)
  const bits = view.sample('barrier', positions)
  for (let i = 0; i < first.length - 1; i++) {
    const path = portalCount * nearBarriers[Math.floor(i / portalCount)]! + (i % portalCount)
    for (let at = first[i]! + 1; at < first[i + 1]!; at++) {
      const [before, here] = [bits[at - 1]!, bits[at]!]
      if (before === here) continue
      // Only entering a barrier costs: a path that is in a lake already does not pay for it again.
      costs[2 * path]! += crossingMeters[here & ~before]!
      costs[2 * path + 1]! += crossingMeters[before & ~here]!
    }
  }
  return costs
}

/** Edges of all hexagons that have a barrier at their node or, by the coarse samples, at an edge. */
function edgesNearBarriers(edges: HexEdges, samples: Positions, view: LandscapeView): Int32Array {
  const { from, to, nodeEast } = edges
  const bits = view.sample('barrier', samples)
  const isNear = new Uint8Array(nodeEast.length)
  for (let edge = 0; edge < from.length; edge++) {
    let any = bits[from[edge]!]! | bits[to[edge]!]!
    const first = sampleIndex(edges, edge, 0, 1)
    const last = sampleIndex(edges, edge, portalCount - 1, 2 * stepsPerHalf - 1)
    for (let i = first; i <= last; i++) any |= bits[i]!
    if (any) isNear[from[edge]!] = isNear[to[edge]!] = 1
  }
  const near: number[] = []
  for (let edge = 0; edge < from.length; edge++) {
    if (isNear[from[edge]!] || isNear[to[edge]!]) near.push(edge)
  }
  return Int32Array.from(near)
}

/** Every edge as two directed ones, with their costs there and back. */
function walkingGraph(
  grid: HexGrid,
  { from, to }: HexEdges,
  there: Float64Array,
  back: Float64Array,
): Graph {
  const first = new Int32Array(grid.ids.length + 1)
  for (let edge = 0; edge < from.length; edge++) {
    first[from[edge]! + 1]!++
    first[to[edge]! + 1]!++
  }
  for (let node = 0; node < grid.ids.length; node++) first[node + 1]! += first[node]!
  const next = first.slice()
  const graph = {
    first,
    to: new Int32Array(2 * from.length),
    costs: new Float64Array(2 * from.length),
  }
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [from[edge]!, to[edge]!]
    const [outbound, inbound] = [next[a]!++, next[b]!++]
    graph.to[outbound] = b
    graph.costs[outbound] = there[edge]!
    graph.to[inbound] = a
    graph.costs[inbound] = back[edge]!
  }
  return graph
}
