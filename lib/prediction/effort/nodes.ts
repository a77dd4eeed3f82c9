import { distanceFromByte, type LandscapeView, type Positions } from '../../landscape/index.ts'
import { emptyPositions, type GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'

/** Maximum distance of a node from its hexagon's centre, in square roots of the hexagon's area. */
const maxNodeOffset = 0.55
/**
 * Every line across a hexagon comes within this distance of a pattern point, in square roots of the area
 * per pattern point.
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
 * Puts each hexagon's node on a road or path near its centre, so that a walk from node to node follows the
 * road through its bends and over its bridges; without one the node is the centre.
 *
 * @param points The pattern points of all hexagons, hexagon by hexagon.
 */
export function nodesOf(
  grid: HexGrid,
  projection: GridProjection,
  view: LandscapeView,
  points: Positions,
): Nodes {
  const { ids, pattern, hexSquareMeters } = grid
  const roadBytes = nearestRoadBytes(view, points)
  const maxOffsetMeters = maxNodeOffset * Math.sqrt(hexSquareMeters)
  const maxRoadMeters = maxPatternGap * Math.sqrt(hexSquareMeters / pattern.length)
  const byCloseness = pattern
    .map((point, index) => ({ ...point, index, fromCentre: Math.hypot(point.east, point.north) }))
    .filter(({ fromCentre }) => fromCentre <= maxOffsetMeters)
    .sort((a, b) => a.fromCentre - b.fromCentre || a.index - b.index)
  const nodes = { east: new Float64Array(ids.length), north: new Float64Array(ids.length) }
  const roadMeters = new Float64Array(ids.length)
  const besideRoad: number[] = []
  for (let hex = 0; hex < ids.length; hex++) {
    for (const { east, north, index } of byCloseness) {
      const meters = distanceFromByte(roadBytes[hex * pattern.length + index]!)
      if (meters > maxRoadMeters) continue
      nodes.east[hex] = east
      nodes.north[hex] = north
      roadMeters[hex] = meters
      if (meters > 0) besideRoad.push(hex)
      break
    }
  }
  stepOntoRoad(nodes, roadMeters, besideRoad, projection, view)
  return nodes
}

/** Moves each node by its distance to the road, in the direction that ends nearest to the road. */
function stepOntoRoad(
  nodes: Nodes,
  roadMeters: Float64Array,
  hexes: readonly number[],
  projection: GridProjection,
  view: LandscapeView,
): void {
  const directions = Array.from({ length: directionCount }, (_, i) => {
    const angle = (2 * Math.PI * i) / directionCount
    return { east: Math.cos(angle), north: Math.sin(angle) }
  })
  const positions = emptyPositions(hexes.length * directionCount)
  let count = 0
  for (const hex of hexes) {
    for (const { east, north } of directions) {
      const [e, n] = [east * roadMeters[hex]!, north * roadMeters[hex]!]
      projection.place(hex, nodes.east[hex]! + e, nodes.north[hex]! + n, positions, count++)
    }
  }
  const roadBytes = nearestRoadBytes(view, positions)
  hexes.forEach((hex, i) => {
    const bytes = roadBytes.subarray(i * directionCount, (i + 1) * directionCount)
    const best = bytes.indexOf(Math.min(...bytes))
    if (distanceFromByte(bytes[best]!) >= roadMeters[hex]!) return
    nodes.east[hex]! += directions[best]!.east * roadMeters[hex]!
    nodes.north[hex]! += directions[best]!.north * roadMeters[hex]!
  })
}

/** Distances to the nearest road or path, as bytes of {@link distanceFromByte}. */
function nearestRoadBytes(view: LandscapeView, at: Positions): Uint8Array {
  const road = view.sample('road', at)
  const path = view.sample('path', at)
  return road.map((byte, i) => Math.min(byte, path[i]!))
}
