import type { LandscapeView, Positions } from '#ground/landscape'
import { pause } from '#platform/concurrency'
import type { GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'
import {
  type HexEdges,
  hexEdges,
  middlePortal,
  nodePositions,
  portalCount,
  portalPositions,
} from './edges.ts'
import { nodesOf } from './nodes.ts'
import { EdgeSamples, sampleOf, samplesPerEdge, stepsPerHalf } from './samples.ts'
import { type Graph, shortestPathCosts } from './shortest-paths.ts'
import { barriersOf, crossingMeters, slopeFactor, slowness, walkingBand } from './walking-cost.ts'

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
  const samples = new EdgeSamples(edges, projection, view.derive(walkingBand))
  const { slownessOfHalves, barred } = await edgeGround(edges, samples, signal)
  const nearBarriers = edgesNearBarriers(edges, barred)
  const crossings = await crossingCosts(edges, samples, nearBarriers, signal)
  await pause(signal)
  const slopes = slopeFactors(edges, projection, view)
  await pause(signal)
  const { flat, there, back } = edgeCosts(edges, slownessOfHalves, slopes, crossings)
  await pause(signal)
  const [flatGraph, graph] = walkingGraphs(edges, [
    { there: flat, back: flat },
    { there, back },
  ])
  const flatCosts = shortestPathCosts(flatGraph!, edges.start)
  await pause(signal)
  const costs = shortestPathCosts(graph!, edges.start)
  return costs.map((cost, hex) => (flatCosts[hex]! > 0 ? ratio(cost, flatCosts[hex]!) : 1))
}

/** 1 for ground that is cut off from the origin, as parts of an area may be. */
function ratio(cost: number, flat: number): number {
  return Number.isFinite(cost) && Number.isFinite(flat) ? cost / flat : 1
}

/** Cost of each edge, metres of flat open ground: the cheapest of its paths, there and back. */
function edgeCosts(
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

/** Four for each edge: for its first and second half on the way there, then on the way back. */
function slopeFactors(
  edges: HexEdges,
  projection: GridProjection,
  view: LandscapeView,
): Float64Array {
  const atNodes = view.heights(nodePositions(edges, projection))
  const atPortals = view.heights(portalPositions(edges, projection))
  const { from, to, halves } = edges
  const factors = new Float64Array(4 * from.length)
  for (let edge = 0; edge < from.length; edge++) {
    const half = 2 * (portalCount * edge + middlePortal)
    const portal = atPortals[edge]!
    const first = (portal - atNodes[from[edge]!]!) / Math.max(minSlopeMeters, halves[half]!)
    const second = (atNodes[to[edge]!]! - portal) / Math.max(minSlopeMeters, halves[half + 1]!)
    factors[4 * edge] = slopeFactor(first)
    factors[4 * edge + 1] = slopeFactor(second)
    factors[4 * edge + 2] = slopeFactor(-first)
    factors[4 * edge + 3] = slopeFactor(-second)
  }
  return factors
}

/** Edges between pauses. */
const edgesAtATime = 1024

/** The ground on the edges, by their samples. */
interface EdgeGround {
  /** Mean slowness on both halves of each path. */
  slownessOfHalves: Float64Array
  /** 1 for each edge with a barrier at a node or on the way. */
  barred: Uint8Array
}

async function edgeGround(
  { from, halves }: HexEdges,
  samples: EdgeSamples,
  signal?: AbortSignal,
): Promise<EdgeGround> {
  const slownessOfHalves = new Float64Array(halves.length)
  const barred = new Uint8Array(from.length)
  const factors = new Float64Array(samplesPerEdge)
  for (let edge = 0; edge < from.length; edge++) {
    if (edge % edgesAtATime === 0) await pause(signal)
    const bytes = samples.ofEdge(edge)
    let any = 0
    let different = 0
    for (let i = 0; i < samplesPerEdge; i++) {
      any |= bytes[i]!
      different |= bytes[i]! ^ bytes[0]!
    }
    if (barriersOf(any) !== 0) barred[edge] = 1
    if (different === 0) {
      const half = 2 * portalCount * edge
      slownessOfHalves.fill(uniformSlowness[bytes[0]!]!, half, half + 2 * portalCount)
      continue
    }
    for (let i = 0; i < samplesPerEdge; i++) factors[i] = slowness[bytes[i]!]!
    for (let portal = 0; portal < portalCount; portal++) {
      const half = 2 * (portalCount * edge + portal)
      slownessOfHalves[half] = meanSlowness(factors, sampleOf[portal]!, 0)
      slownessOfHalves[half + 1] = meanSlowness(factors, sampleOf[portal]!, stepsPerHalf)
    }
  }
  return { slownessOfHalves, barred }
}

/** Over the half of a path that begins at a step. Trapezoidal rule: both ends count by half. */
function meanSlowness(factors: Float64Array, sampleOfStep: Uint8Array, first: number): number {
  const last = first + stepsPerHalf
  let sum = factors[sampleOfStep[first]!]! / 2
  for (let step = first + 1; step < last; step++) sum += factors[sampleOfStep[step]!]!
  return (sum + factors[sampleOfStep[last]!]! / 2) / stepsPerHalf
}

/** Mean slowness where all samples have the same byte. */
const uniformSlowness = slowness.map((factor) =>
  meanSlowness(new Float64Array(samplesPerEdge).fill(factor), sampleOf[0]!, 0),
)

/** Two for each path: the cost of the barriers that it enters on the way there, and on the way back. */
async function crossingCosts(
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
      const bytes = samples.ofPath(edge, portal, steps)
      for (let step = 1; step <= 2 * steps; step++) {
        const [before, here] = [barriersOf(bytes[step - 1]!), barriersOf(bytes[step]!)]
        if (before === here) continue
        // Only entering a barrier costs: a path that is in a lake already does not pay for it again.
        costs[half]! += crossingMeters[here & ~before]!
        costs[half + 1]! += crossingMeters[before & ~here]!
      }
    }
  }
  return costs
}

/** Edges of all hexagons with a barrier at their node or, by the coarse samples, at an edge. */
function edgesNearBarriers({ from, to, nodeEast }: HexEdges, barred: Uint8Array): Int32Array {
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

/** Every edge as two directed ones: a graph for each pair of costs there and back. */
function walkingGraphs(
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
