import { type Bounds, distanceMeters, type LatLon, marginDegrees } from '#ground/geo'
import {
  type Cell,
  computeCellBounds,
  encodeCell,
  findCellAt,
  finestZoom,
  parseQuadkey,
  toRow,
} from './cell.ts'

/** Maximum distance between a location and its road (`maxSnapDistanceMeters` of `lib/routing`). */
export const reachMeters = 2_000

/** Cells that contain roads or places of a region. */
export class Coverage {
  readonly #cells: readonly Cell[]
  readonly #boxes: readonly Bounds[]
  /** Numbers of the cells by zoom level. */
  readonly #byZoom = new Map<number, Set<number>>()
  /** Range of columns of the smallest cells in the coverage. */
  #westernmost = Infinity
  #easternmost = -Infinity
  /** Numbers of the smallest cells within reach of a cell. */
  readonly #around = new Set<number>()
  /** Range of rows of the smallest cells within reach. */
  #northernmost = Infinity
  #southernmost = -Infinity

  /** @param cells Quadkeys, separated by spaces. */
  constructor(cells: string) {
    this.#cells = cells.split(' ').map(parseQuadkey)
    this.#boxes = this.#cells.map(computeCellBounds)
    for (const { zoom, column, row } of this.#cells) {
      const numbers = this.#byZoom.get(zoom) ?? new Set()
      this.#byZoom.set(zoom, numbers.add(encodeCell(column, row)))
      const side = 2 ** (finestZoom - zoom)
      this.#westernmost = Math.min(this.#westernmost, column * side)
      this.#easternmost = Math.max(this.#easternmost, (column + 1) * side - 1)
    }
    for (const [i, cell] of this.#cells.entries()) this.#addAround(cell, this.#boxes[i]!)
  }

  /** Returns whether a position lies in one of the cells. */
  contains(point: LatLon): boolean {
    return this.depthAt(findCellAt(point)) === 'inside'
  }

  /** Returns whether a position and the smallest cells around it lie in the coverage, away from its edge. */
  surrounds(point: LatLon): boolean {
    const { column, row } = findCellAt(point)
    for (const down of [-1, 0, 1])
      for (const across of [-1, 0, 1])
        if (!this.#has(wrapColumn(column + across), row + down)) return false
    return true
  }

  /** Whether a road or place may be within {@link reachMeters} of a position. */
  reaches(point: LatLon): boolean {
    return this.depthAt(findCellAt(point)) !== undefined
  }

  /**
   * Tells whether one of the smallest cells lies inside the coverage, or within {@link reachMeters} of it; undefined
   * if neither.
   */
  depthAt({ column, row }: Pick<Cell, 'column' | 'row'>): 'inside' | 'near' | undefined {
    if (row < this.#northernmost || row > this.#southernmost) return undefined
    if (this.#has(column, row)) return 'inside'
    return this.#around.has(encodeCell(column, row)) ? 'near' : undefined
  }

  /** Returns the distance from a position to the nearest cell, metres, within 1 %; 0 inside. */
  metersTo(point: LatLon): number {
    if (this.contains(point)) return 0
    return measureMetersToBoxes(point, this.#boxes)
  }

  /** Covered share of the grid, 0 to 1, for comparing regions by size. */
  get share(): number {
    return this.#cells.reduce((sum, { zoom }) => sum + 4 ** -zoom, 0)
  }

  #has(column: number, row: number): boolean {
    if (column < this.#westernmost || column > this.#easternmost) return false
    for (const [zoom, numbers] of this.#byZoom) {
      const shift = finestZoom - zoom
      if (numbers.has(encodeCell(column >> shift, row >> shift))) return true
    }
    return false
  }

  /** Adds the frame of smallest cells around a cell, as wide as a location may be from its road. */
  #addAround({ zoom, column, row }: Cell, box: Bounds): void {
    const margin = marginDegrees(box, reachMeters)
    const side = 2 ** (finestZoom - zoom)
    const wide = Math.min(2 ** finestZoom, Math.ceil(margin.lon / (360 / 2 ** finestZoom)))
    const north = toRow(Math.min(90, box.max_lat + margin.lat))
    const south = toRow(Math.max(-90, box.min_lat - margin.lat))
    this.#northernmost = Math.min(this.#northernmost, north)
    this.#southernmost = Math.max(this.#southernmost, south)
    const [left, right] = [column * side, (column + 1) * side]
    const [top, bottom] = [row * side, (row + 1) * side]
    for (let y = north; y <= south; y++) {
      const isBeside = y >= top && y < bottom
      for (let x = left - wide; x < right + wide; x++) {
        if (isBeside && x === left) x = right
        this.#around.add(encodeCell(wrapColumn(x), y))
      }
    }
  }
}

function wrapColumn(column: number): number {
  const side = 2 ** finestZoom
  return ((column % side) + side) % side
}

/** Returns the distance from a position to the nearest of several boxes, metres; 0 inside. */
export function measureMetersToBoxes(point: LatLon, boxes: readonly Bounds[]): number {
  let nearest = Infinity
  let nearestDegrees = Infinity
  const shrink = Math.cos((point.lat * Math.PI) / 180)
  for (const box of boxes) {
    const edge = findNearest(point, box)
    const across = Math.abs(edge.lon - point.lon)
    // Distances on the plane select the few boxes to measure.
    const degrees = Math.hypot(edge.lat - point.lat, Math.min(across, 360 - across) * shrink)
    if (degrees > 1.1 * nearestDegrees) continue
    nearestDegrees = Math.min(nearestDegrees, degrees)
    nearest = Math.min(nearest, degrees === 0 ? 0 : distanceMeters(point, edge))
  }
  return nearest
}

/** Returns the position of a box nearest to a point, also over the date line. */
function findNearest({ lat, lon }: LatLon, box: Bounds): LatLon {
  const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
  const turns = (edge: number) => Math.abs(edge - lon - 360 * Math.round((edge - lon) / 360))
  const isBeside = lon < box.min_lon || lon > box.max_lon
  const side = turns(box.min_lon) < turns(box.max_lon) ? box.min_lon : box.max_lon
  return { lat: clamp(lat, box.min_lat, box.max_lat), lon: isBeside ? side : lon }
}

/** Returns whether a position lies in one of several boxes. */
export function isInBoxes({ lat, lon }: LatLon, boxes: readonly Bounds[]): boolean {
  return boxes.some(
    (box) => lat >= box.min_lat && lat <= box.max_lat && lon >= box.min_lon && lon <= box.max_lon,
  )
}
