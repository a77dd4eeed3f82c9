import { cellToBoundary } from 'h3-js'
import { cornerMeters } from '../hexagon.ts'
import type { HexGrid } from '../prediction.ts'
import {
  clipped,
  convexParts,
  type HalfPlane,
  halfPlanesOf,
  type PlaneRing,
  signedSquareMeters,
} from './ring.ts'
import type { WorkLimit } from './work-limit.ts'

/** The part of a hexagon that a polygon covers. */
export interface CoveredHex {
  /** Index into the grid. */
  hex: number
  /** More than 0, at most 1. */
  share: number
  /** The covered part, by the even-odd rule; undefined where the whole hexagon is covered. */
  rings?: readonly PlaneRing[]
}

interface Outline {
  /** Convex parts, mostly the hexagon itself. */
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

/** Shares nearer to 0 or 1 than this are rounding. */
const tolerance = 1e-9
/** Hexagons are not regular: upper bound of the corners' distance over that in a regular one of the area. */
const irregularity = 1.5

/** The hexagons of a grid in a tree of boxes, for the overlaps of polygons with each of them. */
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

  /** Of a hexagon on the grid's plane. */
  squareMeters(hex: number): number {
    return this.#outlineOf(hex).squareMeters
  }

  /**
   * The hexagons that a polygon covers, wholly or in part, by area on the grid's plane. Exact: the polygon is
   * clipped to smaller and smaller boxes and in the end to each hexagon that its edges cross.
   *
   * @param polygon Its rings, the outer ones counterclockwise and holes clockwise.
   */
  of(polygon: readonly PlaneRing[]): CoveredHex[] {
    const covered: CoveredHex[] = []
    this.#cover(this.#root, polygon, covered)
    return covered
  }

  #cover(node: Node, polygon: readonly PlaneRing[], covered: CoveredHex[]): void {
    const inBox = this.#clipped(polygon, boxOf(node))
    if (inBox.length === 0) return
    const box = (node.east - node.west) * (node.north - node.south)
    if (squareMetersOf(inBox) > box * (1 - tolerance)) {
      for (const hex of node.hexes) covered.push({ hex, share: 1 })
    } else if (node.halves) {
      for (const half of node.halves) this.#cover(half, inBox, covered)
    } else {
      const hex = node.hexes[0]!
      const { parts, squareMeters } = this.#outlineOf(hex)
      const rings = parts.flatMap((planes) => this.#clipped(inBox, planes))
      const share = squareMetersOf(rings) / squareMeters
      if (share > 1 - tolerance) covered.push({ hex, share: 1 })
      else if (share > tolerance) covered.push({ hex, share, rings })
    }
  }

  #clipped(polygon: readonly PlaneRing[], planes: readonly HalfPlane[]): PlaneRing[] {
    const rings: PlaneRing[] = []
    for (const ring of polygon) {
      let part = ring
      for (const plane of planes) {
        this.#limit.spend(part.length)
        part = clipped(part, plane)
        if (part.length === 0) break
      }
      if (part.length > 0) rings.push(part)
    }
    return rings
  }

  #node(hexes: Int32Array): Node {
    const { east, north } = this.#grid
    const margin = irregularity * cornerMeters(this.#grid)
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

  #outlineOf(hex: number): Outline {
    let outline = this.#outlines.get(hex)
    if (!outline) {
      const { plane, ids } = this.#grid
      const corners = cellToBoundary(ids[hex]!).flatMap(([lat, lon]) => {
        const { east, north } = plane.toPlane({ lat, lon })
        return [east, north]
      })
      const parts = convexParts(corners, [this.#grid.east[hex]!, this.#grid.north[hex]!])
      outline = { parts: parts.map(halfPlanesOf), squareMeters: signedSquareMeters(corners) }
      this.#outlines.set(hex, outline)
    }
    return outline
  }
}

function boxOf({ west, south, east, north }: Node): HalfPlane[] {
  return [
    { east: -1, north: 0, limit: -west },
    { east: 1, north: 0, limit: east },
    { east: 0, north: -1, limit: -south },
    { east: 0, north: 1, limit: north },
  ]
}

function squareMetersOf(rings: readonly PlaneRing[]): number {
  return rings.reduce((sum, ring) => sum + signedSquareMeters(ring), 0)
}
