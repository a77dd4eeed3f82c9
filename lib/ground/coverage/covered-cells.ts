import type { Bounds, LatLon } from '#ground/geo'
import { type Cell, encodeCell, finestZoom, toColumn, toQuadkey, toRow } from './cell.ts'
import { maxCells } from './schema.ts'

/** Parts of a region are separate when a whole cell of this zoom level, 310 km at the equator, lies between them. */
const areaZoom = 7

/** Positions in a cell of `areaZoom`. */
interface Part {
  column: number
  row: number
  count: number
  bounds: Bounds
}

/** Collects the cells around positions, lines and boxes. */
export class CoveredCells {
  readonly #numbers = new Set<number>()
  readonly #parts = new Map<number, Part>()
  readonly #zoom: number

  /** @param zoom Zoom level of the smallest cells. */
  constructor(zoom = finestZoom) {
    this.#zoom = zoom
  }

  get isEmpty(): boolean {
    return this.#numbers.size === 0
  }

  add(position: LatLon): void {
    const { column, row } = this.#cellAt(position)
    this.#numbers.add(encodeCell(column, row))
    this.#count(position)
  }

  /** Adds a line and all cells that it crosses. A line over the date line adds only the cells of its positions. */
  addLine(line: readonly LatLon[]): void {
    let before: LatLon | undefined
    for (const position of line) {
      this.add(position)
      if (before) this.#addBetween(before, position)
      before = position
    }
  }

  /** Adds all cells that touch a box. */
  addBox({ min_lat, min_lon, max_lat, max_lon }: Bounds): void {
    const [northWest, southEast] = [
      { lat: max_lat, lon: min_lon },
      { lat: min_lat, lon: max_lon },
    ]
    const [from, to] = [this.#cellAt(northWest), this.#cellAt(southEast)]
    for (let row = from.row; row <= to.row; row++)
      for (let column = from.column; column <= to.column; column++)
        this.#numbers.add(encodeCell(column, row))
    for (const corner of [northWest, southEast]) this.#count(corner)
  }

  /**
   * Returns the cells as quadkeys, ascending. Four cells that make up a larger one are replaced by it. While there
   * are more than {@link maxCells}, the smallest cells are doubled in size.
   */
  quadkeys(max = maxCells): string[] {
    let numbers: ReadonlySet<number> = this.#numbers
    for (let zoom = this.#zoom; ; zoom--) {
      const cells = mergeCells(numbers, zoom)
      if (cells.length <= max || zoom === 1) return cells.map(toQuadkey).sort()
      numbers = new Set(Array.from(numbers, findParent))
    }
  }

  /**
   * Returns boxes around the positions, one for each part that lies far from the others; the part with the most
   * positions comes first.
   */
  areas(): Bounds[] {
    const groups: Part[] = []
    const waiting = new Map(this.#parts)
    for (const [number, first] of this.#parts) {
      if (!waiting.delete(number)) continue
      const group = { ...first, bounds: { ...first.bounds } }
      const reached = [first]
      for (let part = reached.pop(); part; part = reached.pop()) {
        for (const next of listNeighbours(part)) {
          const found = waiting.get(next)
          if (!found) continue
          waiting.delete(next)
          group.count += found.count
          widen(group.bounds, found.bounds)
          reached.push(found)
        }
      }
      groups.push(group)
    }
    return groups
      .sort((a, b) => b.count - a.count || a.row - b.row || a.column - b.column)
      .map(({ bounds }) => bounds)
  }

  /** Adds the cells between the cells of two successive positions of a line. */
  #addBetween(from: LatLon, to: LatLon): void {
    const [start, end] = [this.#cellAt(from), this.#cellAt(to)]
    const across = Math.abs(end.column - start.column)
    const steps = Math.max(across, Math.abs(end.row - start.row))
    if (steps === 0 || across > 2 ** (this.#zoom - 1)) return
    let before = start
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      const cell = this.#cellAt({
        lat: from.lat + (to.lat - from.lat) * share,
        lon: from.lon + (to.lon - from.lon) * share,
      })
      // A diagonal step crosses one of the two cells beside it.
      this.#numbers.add(encodeCell(cell.column, before.row))
      this.#numbers.add(encodeCell(before.column, cell.row))
      this.#numbers.add(encodeCell(cell.column, cell.row))
      before = cell
    }
  }

  #cellAt({ lat, lon }: LatLon): { column: number; row: number } {
    const shift = finestZoom - this.#zoom
    return { column: toColumn(lon) >> shift, row: toRow(lat) >> shift }
  }

  #count({ lat, lon }: LatLon): void {
    const shift = finestZoom - areaZoom
    const [column, row] = [toColumn(lon) >> shift, toRow(lat) >> shift]
    const number = encodeCell(column, row)
    const bounds = { min_lat: lat, min_lon: lon, max_lat: lat, max_lon: lon }
    const part = this.#parts.get(number)
    if (!part) this.#parts.set(number, { column, row, count: 1, bounds })
    else {
      part.count++
      widen(part.bounds, bounds)
    }
  }
}

function widen(box: Bounds, by: Bounds): void {
  box.min_lat = Math.min(box.min_lat, by.min_lat)
  box.min_lon = Math.min(box.min_lon, by.min_lon)
  box.max_lat = Math.max(box.max_lat, by.max_lat)
  box.max_lon = Math.max(box.max_lon, by.max_lon)
}

/**
 * Returns the numbers of the eight cells around a cell of `areaZoom`. Does not cross the date line, since a box
 * cannot.
 */
function listNeighbours({ column, row }: Part): number[] {
  const around = [-1, 0, 1]
  return around.flatMap((down) => around.map((across) => encodeCell(column + across, row + down)))
}

const decodeCell = (number: number, zoom: number): Cell => ({
  zoom,
  column: number % 2 ** finestZoom,
  row: Math.floor(number / 2 ** finestZoom),
})

function findParent(number: number): number {
  const { column, row } = decodeCell(number, finestZoom)
  return encodeCell(column >> 1, row >> 1)
}

/** Merges cells of a zoom level: four that make up a larger one are replaced by it, repeatedly. */
function mergeCells(numbers: ReadonlySet<number>, zoom: number): Cell[] {
  const cells: Cell[] = []
  let current = numbers
  for (let level = zoom; current.size > 0; level--) {
    const children = new Map<number, number>()
    for (const number of current)
      children.set(findParent(number), (children.get(findParent(number)) ?? 0) + 1)
    const isWhole = (number: number) => level > 1 && children.get(findParent(number)) === 4
    for (const number of current) if (!isWhole(number)) cells.push(decodeCell(number, level))
    current = new Set(Array.from(current).filter(isWhole).map(findParent))
  }
  return cells
}
