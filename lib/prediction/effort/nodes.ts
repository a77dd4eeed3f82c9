import {
  type DerivedLayer,
  decodeDistance,
  type LandscapeView,
  type Positions,
} from '#ground/landscape'
import { emptyPositions, type GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'
import { roadOrPathBand } from './walking-cost.ts'

/** Maximum distance of a node from its hexagon's centre, in square roots of the hexagon's area. */
const maxNodeOffset = 0.55
/**
 * Every line across a hexagon passes within this distance of a pattern point, in square roots of the area per pattern
 * point.
 */
const maxPatternGap = 0.8
/** Number of directions tried to move a node onto its road. */
const directionCount = 8

/** The nodes of the walking graph, one per hexagon, as offsets from the hexagon's centre in metres. */
export interface Nodes {
  east: Float64Array
  north: Float64Array
}

/**
 * Places each hexagon's node on a road or path near its centre, so that a walk from node to node follows the road
 * through its bends and over its bridges. Without a road the node is the centre.
 *
 * @param points The pattern points of all hexagons, hexagon by hexagon.
 */
export function placeNodes(
  grid: HexGrid,
  projection: GridProjection,
  view: LandscapeView,
  points: Positions,
): Nodes {
  const { ids, pattern, hexSquareMeters } = grid
  const roads = view.derive(roadOrPathBand)
  const roadBytes = new Uint8Array(points.lats.length)
  roads.read(points, roadBytes.length, roadBytes)
  const maxOffsetMeters = maxNodeOffset * Math.sqrt(hexSquareMeters)
  const maxRoadMeters = maxPatternGap * Math.sqrt(hexSquareMeters / pattern.length)
  const byCloseness = pattern
    .map((point, index) => ({ ...point, index, fromCentre: Math.hypot(point.east, point.north) }))
    .filter(({ fromCentre }) => fromCentre <= maxOffsetMeters)
    .sort((a, b) => a.fromCentre - b.fromCentre || a.index - b.index)
  const nodes = { east: new Float64Array(ids.length), north: new Float64Array(ids.length) }
  const ontoRoad = new RoadStep(nodes, projection, roads)
  for (let hex = 0; hex < ids.length; hex++) {
    for (const { east, north, index } of byCloseness) {
      const meters = decodeDistance(roadBytes[hex * pattern.length + index]!)
      if (meters > maxRoadMeters) continue
      nodes.east[hex] = east
      nodes.north[hex] = north
      if (meters > 0) ontoRoad.move(hex, meters)
      break
    }
  }
  return nodes
}

const directions = Array.from({ length: directionCount }, (_, i) => {
  const angle = (2 * Math.PI * i) / directionCount
  return { east: Math.cos(angle), north: Math.sin(angle) }
})

/** Moves nodes by their distance to the road, in the direction that ends closest to the road. */
class RoadStep {
  readonly #nodes: Nodes
  readonly #projection: GridProjection
  readonly #roads: DerivedLayer
  /** Candidate offsets of one node at a time. */
  readonly #offsets = {
    east: new Float64Array(directionCount),
    north: new Float64Array(directionCount),
  }
  readonly #positions = emptyPositions(directionCount)
  readonly #bytes = new Uint8Array(directionCount)

  constructor(nodes: Nodes, projection: GridProjection, roads: DerivedLayer) {
    this.#nodes = nodes
    this.#projection = projection
    this.#roads = roads
  }

  move(hex: number, meters: number): void {
    const nodes = this.#nodes
    const { east, north } = this.#offsets
    for (let i = 0; i < directionCount; i++) {
      east[i] = nodes.east[hex]! + directions[i]!.east * meters
      north[i] = nodes.north[hex]! + directions[i]!.north * meters
    }
    this.#projection.placeAll(hex, this.#offsets, directionCount, this.#positions, 0)
    this.#roads.read(this.#positions, directionCount, this.#bytes)
    let best = 0
    for (let i = 1; i < directionCount; i++) if (this.#bytes[i]! < this.#bytes[best]!) best = i
    if (decodeDistance(this.#bytes[best]!) >= meters) return
    nodes.east[hex] = east[best]!
    nodes.north[hex] = north[best]!
  }
}
