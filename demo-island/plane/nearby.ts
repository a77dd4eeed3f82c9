import { distance, type IslandPoint, shareAlong } from './geometry.ts'

const cellMeters = 100
const cellKey = (column: number, row: number) => (column + 500) * 1_000 + row + 500

/** Grid index of lines (roads, streams), to measure the distance from a point. */
export class LineIndex {
  private readonly cells = new Map<number, { line: readonly IslandPoint[]; index: number }[]>()

  constructor(lines: readonly (readonly IslandPoint[])[]) {
    for (const line of lines) {
      for (let index = 1; index < line.length; index++) this.file(line, index)
    }
  }

  private file(line: readonly IslandPoint[], index: number): void {
    const a = line[index - 1]!
    const b = line[index]!
    const cell = (value: number) => Math.floor(value / cellMeters)
    for (let c = cell(Math.min(a.x, b.x)); c <= cell(Math.max(a.x, b.x)); c++) {
      for (let r = cell(Math.min(a.y, b.y)); r <= cell(Math.max(a.y, b.y)); r++) {
        const key = cellKey(c, r)
        const list = this.cells.get(key)
        if (list) list.push({ line, index })
        else this.cells.set(key, [{ line, index }])
      }
    }
  }

  /** Returns metres to the nearest line, at most `reach` (up to 100). */
  meters(point: IslandPoint, reach: number): number {
    let best = reach
    const column = Math.floor(point.x / cellMeters)
    const row = Math.floor(point.y / cellMeters)
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        for (const { line, index } of this.cells.get(cellKey(c, r)) ?? []) {
          const a = line[index - 1]!
          const b = line[index]!
          const share = shareAlong(a, b, point.x, point.y)
          const nearest = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
          best = Math.min(best, distance(point, nearest))
        }
      }
    }
    return best
  }
}

/** Keeps points apart, such as buildings. */
export class Spacing {
  private readonly cells = new Map<number, IslandPoint[]>()

  /** Takes the point's place unless a point within `meters` (at most 100) is taken. Returns whether it did. */
  take(point: IslandPoint, meters: number): boolean {
    const column = Math.floor(point.x / cellMeters)
    const row = Math.floor(point.y / cellMeters)
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        const taken = this.cells.get(cellKey(c, r)) ?? []
        if (taken.some((other) => distance(other, point) < meters)) return false
      }
    }
    const key = cellKey(column, row)
    this.cells.set(key, [...(this.cells.get(key) ?? []), point])
    return true
  }
}
