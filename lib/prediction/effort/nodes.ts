import {
  type DerivedLayer,
  distanceFromByte,
  type LandscapeView,
  type Positions,
} from '../../landscape/index.ts'
import { emptyPositions, type GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'
import { roadOrPathBand } from './walking-cost.ts'

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
  for (let hex = 0; hex < ids.length; hex++) {
    for (const { east, north, index } of byCloseness) {
      const meters = distanceFromByte(roadBytes[hex * pattern.length + index]!)
      if (meters > maxRoadMeters) continue
      nodes.east[hex] = east
      nodes.north[hex] = north
      if (meters > 0) stepOntoRoad(nodes, hex, meters, projection, roads)
      break
    }
  }
  return nodes
}

const directions = Array.from({ length: directionCount }, (_, i) => {
  const angle = (2 * Math.PI * i) / directionCount
  return { east: Math.cos(angle), north: Math.sin(angle) }
})

/** Moves a node by its distance to the road, in the direction that ends nearest to the road. */
function stepOntoRoad(
  nodes: Nodes,
  hex: number,
  meters: number,
  projection: GridProjection,
  roads: DerivedLayer,
): void {
  const offsets = {
    east: Float64Array.from(directions, ({ east }) => nodes.east[hex]! + east * meters),
    north: Float64Array.from(directions, ({ north }) => nodes.north[hex]! + north * meters),
  }
  const positions = emptyPositions(directionCount)
  projection.placeAll(hex, offsets, directionCount, positions, 0)
  const bytes = new Uint8Array(directionCount)
  roads.read(positions, directionCount, bytes)
  const best = bytes.indexOf(Math.min(...bytes))
  if (distanceFromByte(bytes[best]!) >= meters) return
  nodes.east[hex] = offsets.east[best]!
  nodes.north[hex] = offsets.north[best]!
}
