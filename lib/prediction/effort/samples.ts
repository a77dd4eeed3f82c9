import type { DerivedLayer } from '#ground/landscape'
import { emptyPositions, type GridProjection } from '../grid-projection.ts'
import {
  type HexEdges,
  locateNodes,
  middlePortal,
  type PathPoints,
  portalCount,
  toPathPoints,
  writeOffsets,
} from './edges.ts'

/** Number of steps from a node to the portal: about 13 m each at resolution 10, like the pixels of the ground. */
export const stepsPerHalf = 5
const stepsPerPath = 2 * stepsPerHalf

/**
 * Sampled portals by number of steps from the nearer node, starting at 1. Near a node the five paths almost coincide.
 */
const portalsByStep = [[2], [0, 2, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]

/** Returns the portals whose paths are sampled at a step, 1 to 9. */
function selectSampledPortals(step: number): readonly number[] {
  const stepsFromNode = stepsPerHalf - Math.abs(step - stepsPerHalf)
  return portalsByStep[stepsFromNode - 1] ?? portalsByStep.at(-1)!
}

/** Samples between the nodes of an edge, step by step. */
const between = Array.from({ length: stepsPerPath - 1 }, (_, i) => i + 1).flatMap((step) =>
  selectSampledPortals(step).map((portal) => ({ step, portal })),
)
const pointsBetween = toPathPoints(between, stepsPerHalf)

/** Number of samples of an edge: the samples between its nodes, then the two nodes. */
export const samplesPerEdge = between.length + 2

/** Index of the sample for (portal, step). Paths share samples where they are close together. */
export const sampleIndexes: readonly Uint8Array[] = Array.from(
  { length: portalCount },
  (_, portal) =>
    Uint8Array.from({ length: stepsPerPath + 1 }, (_, step) => {
      if (step === 0) return between.length
      if (step === stepsPerPath) return between.length + 1
      // Nearest sampled portal; ties go inward.
      const inward = portal < middlePortal ? portal + 1 : portal - 1
      const sampled = selectSampledPortals(step)
      const nearest = [portal, inward].find((index) => sampled.includes(index)) ?? middlePortal
      return between.findIndex((sample) => sample.step === step && sample.portal === nearest)
    }),
)

/** Reads a derived band along the paths of edges. */
export class EdgeSamples {
  readonly #edges: HexEdges
  readonly #projection: GridProjection
  readonly #layer: DerivedLayer
  readonly #atNodes: Uint8Array
  /** Points by portal and number of steps. */
  readonly #paths = new Map<number, PathPoints>()
  /** Buffers for one edge or path at a time. */
  #columns = allocateColumns(samplesPerEdge)

  constructor(edges: HexEdges, projection: GridProjection, layer: DerivedLayer) {
    this.#edges = edges
    this.#projection = projection
    this.#layer = layer
    const { nodeEast } = edges
    this.#atNodes = new Uint8Array(nodeEast.length)
    layer.read(locateNodes(edges, projection), nodeEast.length, this.#atNodes)
  }

  /** Reads the bytes of an edge's samples, indexed by {@link sampleIndexes}. The buffer is valid until the next call. */
  readEdge(edge: number): Uint8Array {
    const bytes = this.#read(edge, pointsBetween)
    bytes[between.length] = this.#atNodes[this.#edges.from[edge]!]!
    bytes[between.length + 1] = this.#atNodes[this.#edges.to[edge]!]!
    return bytes
  }

  /**
   * Reads the bytes along a path in `2 * stepsPerHalf` steps, nodes included. The buffer is valid until the next
   * call.
   */
  readPath(edge: number, portal: number, stepsPerHalf: number): Uint8Array {
    let points = this.#paths.get(portalCount * stepsPerHalf + portal)
    if (!points) {
      const steps = Array.from({ length: 2 * stepsPerHalf + 1 }, (_, step) => ({ step, portal }))
      points = toPathPoints(steps, stepsPerHalf)
      this.#paths.set(portalCount * stepsPerHalf + portal, points)
    }
    return this.#read(edge, points)
  }

  #read(edge: number, points: PathPoints): Uint8Array {
    const count = points.shares.length
    if (count > this.#columns.bytes.length) this.#columns = allocateColumns(count)
    const { offsets, positions, bytes } = this.#columns
    writeOffsets(this.#edges, edge, points, offsets)
    this.#projection.placeAll(this.#edges.from[edge]!, offsets, count, positions, 0)
    this.#layer.read(positions, count, bytes)
    return bytes
  }
}

function allocateColumns(count: number) {
  const offsets = { east: new Float64Array(count), north: new Float64Array(count) }
  return { offsets, positions: emptyPositions(count), bytes: new Uint8Array(count) }
}
