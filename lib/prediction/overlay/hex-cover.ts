import { cellToBoundary } from 'h3-js'
import { measureCornerDistance } from '../hexagon.ts'
import type { HexGrid } from '../prediction.ts'
import {
  clipRing,
  type HalfPlane,
  measureSignedArea,
  type PlaneRing,
  splitIntoConvexParts,
  toHalfPlanes,
} from './ring.ts'
import type { WorkLimit } from './work-limit.ts'

/** The part of a hexagon that a polygon covers. */
export interface CoveredHex {
  /** Index into the grid. */
  hex: number
  /** Covered share of the hexagon, more than 0 and at most 1. */
  share: number
  /** The covered part, by the even-odd rule; undefined where the whole hexagon is covered. */
  rings?: readonly PlaneRing[]
}

interface Outline {
  /** Convex parts, usually the hexagon itself. */
  parts: readonly (readonly HalfPlane[])[]
  squareMeters: number
}

interface Node {
  west: number
  south: number
  east: number
  north: number
  /** Indexes of hexagons into the grid. */
  hexes: Int32Array
  halves?: readonly [Node, Node]
}

/** Shares closer to 0 or 1 than this are rounding errors. */
const tolerance = 1e-9
/**
 * Upper bound of the ratio of a corner's distance to that in a regular hexagon of the same area; real hexagons are
 * irregular.
 */
const irregularity = 1.5

/** A tree of boxes over the hexagons of a grid that computes the overlap of polygons with each hexagon. */
export class HexCover {
  readonly #grid: HexGrid
  readonly #limit: WorkLimit
  readonly #root: Node
  readonly #outlines = new Map<number, Outline>()

  constructor(grid: HexGrid, limit: WorkLimit) {
    this.#grid = grid
    this.#limit = limit
    this.#root = this.#node(Int32Array.from(grid.ids, (_, hex) => hex))
  }

  /** Returns the area of a hexagon on the grid's plane. */
  measureHex(hex: number): number {
    return this.#findOutline(hex).squareMeters
  }

  /**
   * Finds the hexagons that a polygon covers, wholly or in part, by area on the grid's plane. The result is exact:
   * the polygon is clipped to ever smaller boxes and finally to each hexagon that its edges cross.
   *
   * @param polygon Rings of the polygon: outer rings counterclockwise, holes clockwise.
   */
  findCovered(polygon: readonly PlaneRing[]): CoveredHex[] {
    const covered: CoveredHex[] = []
    this.#cover(this.#root, polygon, covered)
    return covered
  }

  #cover(node: Node, polygon: readonly PlaneRing[], covered: CoveredHex[]): void {
    const inBox = this.#clip(polygon, listBoxHalfPlanes(node))
    if (inBox.length === 0) return
    const box = (node.east - node.west) * (node.north - node.south)
    if (measureRings(inBox) > box * (1 - tolerance)) {
      for (const hex of node.hexes) covered.push({ hex, share: 1 })
    } else if (node.halves) {
      for (const half of node.halves) this.#cover(half, inBox, covered)
    } else {
      const hex = node.hexes[0]!
      const { parts, squareMeters } = this.#findOutline(hex)
      const rings = parts.flatMap((planes) => this.#clip(inBox, planes))
      const share = measureRings(rings) / squareMeters
      if (share > 1 - tolerance) covered.push({ hex, share: 1 })
      else if (share > tolerance) covered.push({ hex, share, rings })
    }
  }

  #clip(polygon: readonly PlaneRing[], planes: readonly HalfPlane[]): PlaneRing[] {
    const rings: PlaneRing[] = []
    for (const ring of polygon) {
      let part = ring
      for (const plane of planes) {
        this.#limit.spend(part.length)
        part = clipRing(part, plane)
        if (part.length === 0) break
      }
      if (part.length > 0) rings.push(part)
    }
    return rings
  }

  #node(hexes: Int32Array): Node {
    const { east, north } = this.#grid
    const margin = irregularity * measureCornerDistance(this.#grid)
    const node: Node = {
      west: Infinity,
      south: Infinity,
      east: -Infinity,
      north: -Infinity,
      hexes,
    }
    for (const hex of hexes) {
      node.west = Math.min(node.west, east[hex]! - margin)
      node.east = Math.max(node.east, east[hex]! + margin)
      node.south = Math.min(node.south, north[hex]! - margin)
      node.north = Math.max(node.north, north[hex]! + margin)
    }
    if (hexes.length > 1) {
      const axis = node.east - node.west > node.north - node.south ? east : north
      const sorted = hexes.toSorted((a, b) => axis[a]! - axis[b]!)
      const middle = hexes.length >> 1
      node.halves = [this.#node(sorted.subarray(0, middle)), this.#node(sorted.subarray(middle))]
    }
    return node
  }

  #findOutline(hex: number): Outline {
    let outline = this.#outlines.get(hex)
    if (!outline) {
      const { plane, ids } = this.#grid
      const corners = cellToBoundary(ids[hex]!).flatMap(([lat, lon]) => {
        const { east, north } = plane.toPlane({ lat, lon })
        return [east, north]
      })
      const parts = splitIntoConvexParts(corners, [this.#grid.east[hex]!, this.#grid.north[hex]!])
      outline = { parts: parts.map(toHalfPlanes), squareMeters: measureSignedArea(corners) }
      this.#outlines.set(hex, outline)
    }
    return outline
  }
}

function listBoxHalfPlanes({ west, south, east, north }: Node): HalfPlane[] {
  return [
    { east: -1, north: 0, limit: -west },
    { east: 1, north: 0, limit: east },
    { east: 0, north: -1, limit: -south },
    { east: 0, north: 1, limit: north },
  ]
}

function measureRings(rings: readonly PlaneRing[]): number {
  return rings.reduce((sum, ring) => sum + measureSignedArea(ring), 0)
}
