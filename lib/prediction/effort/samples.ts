import type { Positions } from '../../landscape/index.ts'
import { emptyPositions, type GridProjection } from '../grid-projection.ts'
import { type HexEdges, middlePortal, placeNodes, placeOnPath, portalCount } from './edges.ts'

/** Steps from a node to the portal: about 13 m each at resolution 10, like the pixels of the ground. */
export const stepsPerHalf = 5
const stepsPerPath = 2 * stepsPerHalf

/** Sampled portals by steps from the nearer node, from 1: near a node the five paths almost coincide. */
const portalsByStep = [[2], [0, 2, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]

/** Portals whose paths are sampled at a step, 1 to 9. */
function sampledPortals(step: number): readonly number[] {
  const stepsFromNode = stepsPerHalf - Math.abs(step - stepsPerHalf)
  return portalsByStep[stepsFromNode - 1] ?? portalsByStep.at(-1)!
}

/** Offset of the sample for (portal, step) among an edge's samples; -1 at the nodes (steps 0 and 10). */
const { offsets: sampleOffsets, count: samplesPerEdge } = (() => {
  const offsets = new Int32Array(portalCount * (stepsPerPath + 1)).fill(-1)
  let count = 0
  for (let step = 1; step < stepsPerPath; step++) {
    const sampled = sampledPortals(step)
    for (let portal = 0; portal < portalCount; portal++) {
      // Nearest sampled portal; ties go inward.
      const inward = portal < middlePortal ? portal + 1 : portal - 1
      const nearest = [portal, inward].find((index) => sampled.includes(index)) ?? middlePortal
      offsets[portal * (stepsPerPath + 1) + step] = count + sampled.indexOf(nearest)
    }
    count += sampled.length
  }
  return { offsets, count }
})()

/**
 * Samples along all paths of all edges: first the nodes, then for each edge the steps between. Where paths
 * are close together they share samples. {@link sampleIndex} gives the place of a sample.
 */
export function edgeSamples(edges: HexEdges, projection: GridProjection): Positions {
  const { from, nodeEast } = edges
  const positions = emptyPositions(nodeEast.length + samplesPerEdge * from.length)
  placeNodes(edges, projection, positions)
  let at = nodeEast.length
  for (let edge = 0; edge < from.length; edge++) {
    for (let step = 1; step < stepsPerPath; step++) {
      for (const portal of sampledPortals(step)) {
        placeOnPath(edges, projection, edge, portal, step, stepsPerHalf, positions, at++)
      }
    }
  }
  return positions
}

/** Index in {@link edgeSamples} of the sample for (edge, portal, step). */
export function sampleIndex(
  { from, to, nodeEast }: HexEdges,
  edge: number,
  portal: number,
  step: number,
): number {
  if (step === 0) return from[edge]!
  if (step === stepsPerPath) return to[edge]!
  const offset = sampleOffsets[portal * (stepsPerPath + 1) + step]!
  return nodeEast.length + samplesPerEdge * edge + offset
}

/** Samples along the paths of some edges, nodes included. */
export interface PathSamples {
  positions: Positions
  /** Index of the first sample of each path, edge by edge and portal by portal; then the total. */
  first: Int32Array
}

/** Samples evenly along each half of the paths of some edges, at most `maxSpacingMeters` apart. */
export function pathSamples(
  edges: HexEdges,
  projection: GridProjection,
  edgeIndices: Int32Array,
  maxSpacingMeters: number,
): PathSamples {
  const pathCount = portalCount * edgeIndices.length
  const first = new Int32Array(pathCount + 1)
  const pathOf = (i: number) => ({
    edge: edgeIndices[Math.floor(i / portalCount)]!,
    portal: i % portalCount,
  })
  for (let i = 0; i < pathCount; i++) {
    const { edge, portal } = pathOf(i)
    const half = 2 * (portalCount * edge + portal)
    const longerMeters = Math.max(edges.halves[half]!, edges.halves[half + 1]!)
    const steps = Math.max(1, Math.ceil(longerMeters / maxSpacingMeters))
    first[i + 1] = first[i]! + 2 * steps + 1
  }
  const positions = emptyPositions(first[pathCount]!)
  for (let i = 0; i < pathCount; i++) {
    const { edge, portal } = pathOf(i)
    const steps = (first[i + 1]! - first[i]! - 1) / 2
    for (let step = 0; step <= 2 * steps; step++) {
      placeOnPath(edges, projection, edge, portal, step, steps, positions, first[i]! + step)
    }
  }
  return { positions, first }
}
