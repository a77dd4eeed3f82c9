import { distanceFromByte, type LandscapeView, type Positions } from '../../landscape/index.ts'
import { emptyPositions, type GridProjection } from '../grid-projection.ts'
import type { HexGrid } from '../prediction.ts'

/** How far from the centre of its hexagon a node may be, in the root of its area: all but its corners. */
const nodeReach = 0.55
/** Any line across a hexagon has a point of its pattern so near, in the root of the area of one point. */
const patternReach = 0.8
/** Directions in which the way to the road is looked for. */
const directions = 8

/** Where the nodes of the hexagons are, metres from their centres. */
export interface Nodes {
  east: Float64Array
  north: Float64Array
}

/**
 * A hexagon's node is on the road or path nearest to its centre, if there is one not far from it, so
 * that who walks from node to node keeps to the road as it bends and comes to its bridges.
 *
 * @param points The pattern points of all hexagons, hexagon by hexagon.
 */
export function nodesOf(
  grid: HexGrid,
  globe: GridProjection,
  view: LandscapeView,
  points: Positions,
): Nodes {
  const { ids, pattern, hexSquareMeters } = grid
  const away = wayBytes(view, points)
  const reach = nodeReach * Math.sqrt(hexSquareMeters)
  const nearMeters = patternReach * Math.sqrt(hexSquareMeters / pattern.length)
  const nearest = pattern
    .map((point, index) => ({ ...point, index, fromCentre: Math.hypot(point.east, point.north) }))
    .filter(({ fromCentre }) => fromCentre <= reach)
    .sort((a, b) => a.fromCentre - b.fromCentre || a.index - b.index)
  const nodes = { east: new Float64Array(ids.length), north: new Float64Array(ids.length) }
  const meters = new Float64Array(ids.length)
  const hexes: number[] = []
  for (let hex = 0; hex < ids.length; hex++) {
    for (const { east, north, index } of nearest) {
      const distance = distanceFromByte(away[hex * pattern.length + index]!)
      if (distance > nearMeters) continue
      nodes.east[hex] = east
      nodes.north[hex] = north
      meters[hex] = distance
      if (distance > 0) hexes.push(hex)
      break
    }
  }
  stepOnto(nodes, meters, hexes, globe, view)
  return nodes
}

/** Moves nodes by their distance from the way, into the direction in which it is. */
function stepOnto(
  nodes: Nodes,
  meters: Float64Array,
  hexes: readonly number[],
  globe: GridProjection,
  view: LandscapeView,
): void {
  const steps = Array.from({ length: directions }, (_, i) => {
    const angle = (2 * Math.PI * i) / directions
    return { east: Math.cos(angle), north: Math.sin(angle) }
  })
  const positions = emptyPositions(hexes.length * directions)
  let at = 0
  for (const hex of hexes) {
    for (const { east, north } of steps) {
      const [e, n] = [east * meters[hex]!, north * meters[hex]!]
      globe.place(hex, nodes.east[hex]! + e, nodes.north[hex]! + n, positions, at++)
    }
  }
  const away = wayBytes(view, positions)
  hexes.forEach((hex, i) => {
    const here = away.subarray(i * directions, (i + 1) * directions)
    const best = here.indexOf(Math.min(...here))
    if (distanceFromByte(here[best]!) >= meters[hex]!) return
    nodes.east[hex]! += steps[best]!.east * meters[hex]!
    nodes.north[hex]! += steps[best]!.north * meters[hex]!
  })
}

/** Bytes of the distance to the nearest road or path. */
function wayBytes(view: LandscapeView, at: Positions): Uint8Array {
  const road = view.sample('road', at)
  const path = view.sample('path', at)
  return road.map((byte, i) => Math.min(byte, path[i]!))
}
