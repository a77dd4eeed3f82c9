import type { LandscapeView, Positions } from '#ground/landscape'
import { pause } from '#platform/concurrency'
import type { GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'
import {
  buildHexEdges,
  type HexEdges,
  locateNodes,
  locatePortals,
  middlePortal,
  portalCount,
} from './edges.ts'
import { placeNodes } from './nodes.ts'
import { EdgeSamples, sampleIndexes, samplesPerEdge, stepsPerHalf } from './samples.ts'
import { computeShortestPaths, type Graph } from './shortest-paths.ts'
import {
  computeSlopeFactor,
  crossingMeters,
  extractBarriers,
  slowness,
  walkingBand,
} from './walking-cost.ts'

/**
 * Distance between samples near barriers. A barrier is a line of pixels of at least 10 m that share sides; even
 * across a corner, where it is thinnest, 7 m of a path lie on it.
 */
const barrierSpacingMeters = 6.5
/** Shortest distance over which a slope is measured, because a node may lie on a portal. */
const minSlopeMeters = 1

/**
 * Estimates how much harder than on flat open ground it is to walk from the origin to each hexagon: the cost of the
 * least-cost path divided by that cost on flat open ground. The ratio is below 1 gently downhill, far above 1 behind
 * a river without a bridge, and 1 for the origin's own hexagon. Both costs come from the same graph, so flat open
 * ground has a ratio of exactly 1 everywhere.
 *
 * @param points The pattern points of all hexagons, hexagon by hexagon.
 * @throws The reason of the signal, when it is aborted.
 */
export async function estimateEffortRatios(
  grid: HexGrid,
  projection: GridProjection,
  view: LandscapeView,
  points: Positions,
  signal?: AbortSignal,
): Promise<Float64Array> {
  const edges = buildHexEdges(grid, placeNodes(grid, projection, view, points))
  await pause(signal)
  const samples = new EdgeSamples(edges, projection, view.derive(walkingBand))
  const { slownessOfHalves, barred } = await sampleEdgeGround(edges, samples, signal)
  const nearBarriers = findEdgesNearBarriers(edges, barred)
  const crossings = await computeCrossingCosts(edges, samples, nearBarriers, signal)
  await pause(signal)
  const slopes = computeSlopeFactors(edges, projection, view)
  await pause(signal)
  const { flat, there, back } = computeEdgeCosts(edges, slownessOfHalves, slopes, crossings)
  await pause(signal)
  const [flatGraph, graph] = buildWalkingGraphs(edges, [
    { there: flat, back: flat },
    { there, back },
  ])
  const flatCosts = computeShortestPaths(flatGraph!, edges.start)
  await pause(signal)
  const costs = computeShortestPaths(graph!, edges.start)
  return costs.map((cost, hex) => (flatCosts[hex]! > 0 ? divideCosts(cost, flatCosts[hex]!) : 1))
}

/** Divides two costs; the ratio is 1 for ground that is cut off from the origin, as parts of an area may be. */
function divideCosts(cost: number, flat: number): number {
  return Number.isFinite(cost) && Number.isFinite(flat) ? cost / flat : 1
}

/** Computes the cost of each edge in both directions, in metres of flat open ground: the cost of its cheapest path. */
function computeEdgeCosts(
  { from, halves }: HexEdges,
  slownessOfHalves: Float64Array,
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
      const [ground, groundOn] = [
        meters * slownessOfHalves[first]!,
        metersOn * slownessOfHalves[second]!,
      ]
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

/** Computes four slope factors per edge: for its first and second half on the way there, then on the way back. */
function computeSlopeFactors(
  edges: HexEdges,
  projection: GridProjection,
  view: LandscapeView,
): Float64Array {
  const atNodes = view.heights(locateNodes(edges, projection))
  const atPortals = view.heights(locatePortals(edges, projection))
  const { from, to, halves } = edges
  const factors = new Float64Array(4 * from.length)
  for (let edge = 0; edge < from.length; edge++) {
    const half = 2 * (portalCount * edge + middlePortal)
    const portal = atPortals[edge]!
    const first = (portal - atNodes[from[edge]!]!) / Math.max(minSlopeMeters, halves[half]!)
    const second = (atNodes[to[edge]!]! - portal) / Math.max(minSlopeMeters, halves[half + 1]!)
    factors[4 * edge] = computeSlopeFactor(first)
    factors[4 * edge + 1] = computeSlopeFactor(second)
    factors[4 * edge + 2] = computeSlopeFactor(-first)
    factors[4 * edge + 3] = computeSlopeFactor(-second)
  }
  return factors
}

/** Number of edges processed between pauses. */
const edgesAtATime = 1024

/** The sampled ground of the edges. */
interface EdgeGround {
  /** Mean slowness of both halves of each path. */
  slownessOfHalves: Float64Array
  /** 1 for each edge with a barrier at a node or between the nodes. */
  barred: Uint8Array
}

async function sampleEdgeGround(
  { from, halves }: HexEdges,
  samples: EdgeSamples,
  signal?: AbortSignal,
): Promise<EdgeGround> {
  const slownessOfHalves = new Float64Array(halves.length)
  const barred = new Uint8Array(from.length)
  const factors = new Float64Array(samplesPerEdge)
  for (let edge = 0; edge < from.length; edge++) {
    if (edge % edgesAtATime === 0) await pause(signal)
    const bytes = samples.readEdge(edge)
    let any = 0
    let different = 0
    for (let i = 0; i < samplesPerEdge; i++) {
      any |= bytes[i]!
      different |= bytes[i]! ^ bytes[0]!
    }
    if (extractBarriers(any) !== 0) barred[edge] = 1
    if (different === 0) {
      const half = 2 * portalCount * edge
      slownessOfHalves.fill(uniformSlowness[bytes[0]!]!, half, half + 2 * portalCount)
      continue
    }
    for (let i = 0; i < samplesPerEdge; i++) factors[i] = slowness[bytes[i]!]!
    for (let portal = 0; portal < portalCount; portal++) {
      const half = 2 * (portalCount * edge + portal)
      slownessOfHalves[half] = computeMeanSlowness(factors, sampleIndexes[portal]!, 0)
      slownessOfHalves[half + 1] = computeMeanSlowness(
        factors,
        sampleIndexes[portal]!,
        stepsPerHalf,
      )
    }
  }
  return { slownessOfHalves, barred }
}

/** Averages slowness over the half of a path that begins at a step, by the trapezoidal rule: both ends count half. */
function computeMeanSlowness(
  factors: Float64Array,
  sampleOfStep: Uint8Array,
  first: number,
): number {
  const last = first + stepsPerHalf
  let sum = factors[sampleOfStep[first]!]! / 2
  for (let step = first + 1; step < last; step++) sum += factors[sampleOfStep[step]!]!
  return (sum + factors[sampleOfStep[last]!]! / 2) / stepsPerHalf
}

/** Mean slowness by byte, for edges whose samples are all equal. */
const uniformSlowness = slowness.map((factor) =>
  computeMeanSlowness(new Float64Array(samplesPerEdge).fill(factor), sampleIndexes[0]!, 0),
)

/** Computes two costs per path: of the barriers that it enters on the way there and on the way back. */
async function computeCrossingCosts(
  { halves }: HexEdges,
  samples: EdgeSamples,
  nearBarriers: Int32Array,
  signal?: AbortSignal,
): Promise<Float64Array> {
  const costs = new Float64Array(halves.length)
  for (let i = 0; i < nearBarriers.length; i++) {
    if (i % edgesAtATime === 0) await pause(signal)
    const edge = nearBarriers[i]!
    for (let portal = 0; portal < portalCount; portal++) {
      const half = 2 * (portalCount * edge + portal)
      const longerMeters = Math.max(halves[half]!, halves[half + 1]!)
      const steps = Math.max(1, Math.ceil(longerMeters / barrierSpacingMeters))
      const bytes = samples.readPath(edge, portal, steps)
      for (let step = 1; step <= 2 * steps; step++) {
        const [before, here] = [extractBarriers(bytes[step - 1]!), extractBarriers(bytes[step]!)]
        if (before === here) continue
        // Only entering a barrier has a cost: a path that starts in a lake does not pay for it again.
        costs[half]! += crossingMeters[here & ~before]!
        costs[half + 1]! += crossingMeters[before & ~here]!
      }
    }
  }
  return costs
}

/** Finds the edges of all hexagons with a barrier at their node or, by the coarse samples, on an edge. */
function findEdgesNearBarriers({ from, to, nodeEast }: HexEdges, barred: Uint8Array): Int32Array {
  const isNear = new Uint8Array(nodeEast.length)
  for (let edge = 0; edge < from.length; edge++) {
    if (barred[edge]) isNear[from[edge]!] = isNear[to[edge]!] = 1
  }
  const near: number[] = []
  for (let edge = 0; edge < from.length; edge++) {
    if (isNear[from[edge]!] || isNear[to[edge]!]) near.push(edge)
  }
  return Int32Array.from(near)
}

/** Builds a directed graph for each pair of costs there and back; every edge becomes two directed edges. */
function buildWalkingGraphs(
  { from, to, nodeEast }: HexEdges,
  costs: readonly { there: Float64Array; back: Float64Array }[],
): Graph[] {
  const nodeCount = nodeEast.length
  const first = new Int32Array(nodeCount + 1)
  for (let edge = 0; edge < from.length; edge++) {
    first[from[edge]! + 1]!++
    first[to[edge]! + 1]!++
  }
  for (let node = 0; node < nodeCount; node++) first[node + 1]! += first[node]!
  const next = first.slice()
  const targets = new Int32Array(2 * from.length)
  const graphs = costs.map(() => ({ first, to: targets, costs: new Float64Array(targets.length) }))
  for (let edge = 0; edge < from.length; edge++) {
    const [outbound, inbound] = [next[from[edge]!]!++, next[to[edge]!]!++]
    targets[outbound] = to[edge]!
    targets[inbound] = from[edge]!
    for (let i = 0; i < costs.length; i++) {
      graphs[i]!.costs[outbound] = costs[i]!.there[edge]!
      graphs[i]!.costs[inbound] = costs[i]!.back[edge]!
    }
  }
  return graphs
}
