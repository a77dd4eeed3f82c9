import { distanceFromByte, type LandscapeView, type Positions } from '../../landscape/index.ts'
import { emptyPositions, type GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'

/** Maximum distance of a node from its hexagon's centre, over the root of the hexagon's area. */
const nodeReach = 0.55
/** Any line across a hexagon passes a pattern point this near, over the root of the area of one point. */
const patternReach = 0.8
/** Directions in which a node looks for its road. */
const directionCount = 8

/** The nodes of the walking graph, metres from the centres of their hexagons. */
export interface Nodes {
  east: Float64Array
  north: Float64Array
}

/**
 * A hexagon's node is on the road or path nearest to its centre, if one is not far from it, so that a
 * walk from node to node follows the road through its bends and over its bridges.
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
  const reachMeters = nodeReach * Math.sqrt(hexSquareMeters)
  const nearMeters = patternReach * Math.sqrt(hexSquareMeters / pattern.length)
  const byCloseness = pattern
    .map((point, index) => ({ ...point, index, fromCentre: Math.hypot(point.east, point.north) }))
    .filter(({ fromCentre }) => fromCentre <= reachMeters)
    .sort((a, b) => a.fromCentre - b.fromCentre || a.index - b.index)
  const nodes = { east: new Float64Array(ids.length), north: new Float64Array(ids.length) }
  const roadMeters = new Float64Array(ids.length)
  const besideRoad: number[] = []
  for (let hex = 0; hex < ids.length; hex++) {
    for (const { east, north, index } of byCloseness) {
      const meters = distanceFromByte(roadBytes[hex * pattern.length + index]!)
      if (meters > nearMeters) continue
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

/** Moves nodes by their distance from the road, in the direction that comes nearest to it. */
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
  let at = 0
  for (const hex of hexes) {
    for (const { east, north } of directions) {
      const [e, n] = [east * roadMeters[hex]!, north * roadMeters[hex]!]
      projection.place(hex, nodes.east[hex]! + e, nodes.north[hex]! + n, positions, at++)
    }
  }
  const roadBytes = nearestRoadBytes(view, positions)
  hexes.forEach((hex, i) => {
    const here = roadBytes.subarray(i * directionCount, (i + 1) * directionCount)
    const best = here.indexOf(Math.min(...here))
    if (distanceFromByte(here[best]!) >= roadMeters[hex]!) return
    nodes.east[hex]! += directions[best]!.east * roadMeters[hex]!
    nodes.north[hex]! += directions[best]!.north * roadMeters[hex]!
  })
}

/** Bytes of the distance to the nearest road or path. */
function nearestRoadBytes(view: LandscapeView, at: Positions): Uint8Array {
  const road = view.sample('road', at)
  const path = view.sample('path', at)
  return road.map((byte, i) => Math.min(byte, path[i]!))
}
