import type { Positions } from '#ground/landscape'
import { emptyPositions, type GridProjection, type Offsets } from '../grid-projection.ts'
import { findNearestToOrigin } from '../hexagon.ts'
import type { HexGrid } from '../prediction.ts'
import type { Nodes } from './nodes.ts'

/**
 * Positions of the portals on the side that two hexagons share: 0 is its middle, -1 and 1 are its ends. The middle
 * portal is moved to where the straight line between the two nodes crosses the side.
 */
const portals = [-0.8, -0.4, 0, 0.4, 0.8]
export const portalCount = portals.length
export const middlePortal = 2

/**
 * The edges of the walking graph: one per pair of neighbouring hexagons, with five candidate paths from node to node,
 * one through each portal. All paths of a hexagon meet in its node, so a walk cannot pass a river along a row of
 * hexagons without crossing it. Portals are close enough to sample every bridge.
 */
export interface HexEdges {
  /** The two hexagons of each edge; `from` contains the lower index. */
  from: Int32Array
  to: Int32Array
  /**
   * Two lengths per edge and portal, metres: from the first node to the portal and from the portal to the second
   * node.
   */
  halves: Float64Array
  /** Per edge: both nodes, then the portals, each as metres east and north of the centre of the hexagon `from`. */
  plane: Float64Array
  /** Offsets of the nodes from the centres of their hexagons, metres. */
  nodeEast: Float64Array
  nodeNorth: Float64Array
  /** Index of the hexagon that contains the origin. */
  start: number
}

/** Number of values per edge in {@link HexEdges.plane}: two nodes and the portals, east and north. */
const planeWidth = 4 + 2 * portalCount

/**
 * Builds the edges between the nodes of neighbouring hexagons.
 *
 * @param nodes The node of each hexagon. In the origin's hexagon it is replaced by the origin itself.
 */
export function buildHexEdges(grid: HexGrid, nodes: Nodes): HexEdges {
  const { east, north, neighbours } = grid
  const [nodeEast, nodeNorth] = [nodes.east.slice(), nodes.north.slice()]
  const start = findNearestToOrigin(grid)
  nodeEast[start] = -east[start]!
  nodeNorth[start] = -north[start]!
  const from: number[] = []
  const to: number[] = []
  for (let hex = 0; hex < east.length; hex++) {
    for (const neighbour of neighbours.subarray(6 * hex, 6 * hex + 6)) {
      if (neighbour <= hex) continue
      from.push(hex)
      to.push(neighbour)
    }
  }
  const edges: HexEdges = {
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    halves: new Float64Array(2 * portalCount * from.length),
    plane: new Float64Array(planeWidth * from.length),
    nodeEast,
    nodeNorth,
    start,
  }
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [from[edge]!, to[edge]!]
    layOut(edges, edge, east[b]! - east[a]!, north[b]! - north[a]!)
  }
  return edges
}

/** Writes the nodes and portals of an edge, given the vector between its two hexagons' centres. */
function layOut(edges: HexEdges, edge: number, eastMeters: number, northMeters: number): void {
  const { from, to, plane, halves, nodeEast, nodeNorth } = edges
  const at = planeWidth * edge
  const [fromEast, fromNorth] = [nodeEast[from[edge]!]!, nodeNorth[from[edge]!]!]
  const toEast = eastMeters + nodeEast[to[edge]!]!
  const toNorth = northMeters + nodeNorth[to[edge]!]!
  plane[at] = fromEast
  plane[at + 1] = fromNorth
  plane[at + 2] = toEast
  plane[at + 3] = toNorth
  // Half a side, as a fraction of the distance between the centres.
  const halfSide = 1 / (2 * Math.sqrt(3))
  const straight = locateStraightPortal(
    [fromEast, fromNorth, toEast, toNorth],
    eastMeters,
    northMeters,
  )
  for (let portal = 0; portal < portalCount; portal++) {
    const aside = (portal === middlePortal ? straight : portals[portal]!) * halfSide
    const portalEast = eastMeters / 2 - northMeters * aside
    const portalNorth = northMeters / 2 + eastMeters * aside
    plane[at + 4 + 2 * portal] = portalEast
    plane[at + 5 + 2 * portal] = portalNorth
    const half = 2 * (portalCount * edge + portal)
    halves[half] = Math.hypot(portalEast - fromEast, portalNorth - fromNorth)
    halves[half + 1] = Math.hypot(portalEast - toEast, portalNorth - toNorth)
  }
}

/**
 * Returns the position, as in {@link portals}, at which the line between two nodes crosses the shared side; clamped.
 */
function locateStraightPortal(
  [fromEast, fromNorth, toEast, toNorth]: readonly [number, number, number, number],
  eastMeters: number,
  northMeters: number,
): number {
  const squaredLength = eastMeters * eastMeters + northMeters * northMeters
  // Coordinates along the line between the centres, from 0 to 1, and across it.
  const along = (east: number, north: number) =>
    (east * eastMeters + north * northMeters) / squaredLength
  const across = (east: number, north: number) =>
    (north * eastMeters - east * northMeters) / squaredLength
  const [a, b] = [along(fromEast, fromNorth), along(toEast, toNorth)]
  if (b - a < 1e-6) return 0
  const share = (0.5 - a) / (b - a)
  const fromAcross = across(fromEast, fromNorth)
  const crossing = fromAcross + (across(toEast, toNorth) - fromAcross) * share
  return Math.min(1, Math.max(-1, crossing * 2 * Math.sqrt(3)))
}

/** Points on the paths of an edge, in columns. */
export interface PathPoints {
  /** Column in {@link HexEdges.plane} of the nearer node; `portals` contains the column of the portal. */
  nodes: Uint8Array
  portals: Uint8Array
  /** Share of the way from the node to the portal. */
  shares: Float64Array
}

/**
 * Converts steps to points on paths. Step 0 is the first node, `stepsPerHalf` the portal, twice that the second node.
 */
export function toPathPoints(
  points: readonly { portal: number; step: number }[],
  stepsPerHalf: number,
): PathPoints {
  const stepsFromNode = (step: number) => (step <= stepsPerHalf ? step : 2 * stepsPerHalf - step)
  return {
    nodes: Uint8Array.from(points, ({ step }) => (step <= stepsPerHalf ? 0 : 2)),
    portals: Uint8Array.from(points, ({ portal }) => 4 + 2 * portal),
    shares: Float64Array.from(points, ({ step }) => stepsFromNode(step) / stepsPerHalf),
  }
}

/** Writes points on the paths of an edge as offsets from the centre of its first hexagon. */
export function writeOffsets(
  { plane }: HexEdges,
  edge: number,
  { nodes, portals, shares }: PathPoints,
  { east, north }: Offsets,
): void {
  const start = planeWidth * edge
  for (let i = 0; i < shares.length; i++) {
    const node = start + nodes[i]!
    const portal = start + portals[i]!
    east[i] = plane[node]! + (plane[portal]! - plane[node]!) * shares[i]!
    north[i] = plane[node + 1]! + (plane[portal + 1]! - plane[node + 1]!) * shares[i]!
  }
}

/** Returns the positions of all nodes, hexagon by hexagon. */
export function locateNodes(edges: HexEdges, projection: GridProjection): Positions {
  const { nodeEast, nodeNorth } = edges
  const positions = emptyPositions(nodeEast.length)
  for (let hex = 0; hex < nodeEast.length; hex++) {
    projection.place(hex, nodeEast[hex]!, nodeNorth[hex]!, positions, hex)
  }
  return positions
}

/** Returns the position of the middle portal of each edge. */
export function locatePortals({ from, plane }: HexEdges, projection: GridProjection): Positions {
  const positions = emptyPositions(from.length)
  for (let edge = 0; edge < from.length; edge++) {
    const p = planeWidth * edge + 4 + 2 * middlePortal
    projection.place(from[edge]!, plane[p]!, plane[p + 1]!, positions, edge)
  }
  return positions
}
