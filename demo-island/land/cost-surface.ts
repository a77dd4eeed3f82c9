import { type Settlement, settlements } from '../plan/settlements.ts'
import { bounds, toPoint } from '../plane/frame.ts'
import { findNearestOnLine, type IslandPoint } from '../plane/geometry.ts'
import type { CostSurface } from '../roads/least-cost-path.ts'
import { coastMeters, lakeMeters, naturalHeightMeters } from './natural-height.ts'
import { listStreams } from './streams.ts'

const cellMeters = 50

/** Builds the cost surface of the whole region: heights, and the cost of a metre of road. */
export function buildCostSurface(): CostSurface {
  const southWest = toPoint(bounds.minLat, bounds.minLon)
  const northEast = toPoint(bounds.maxLat, bounds.maxLon)
  const columns = Math.floor((northEast.x - southWest.x) / cellMeters) + 1
  const rows = Math.floor((northEast.y - southWest.y) / cellMeters) + 1
  const surface: CostSurface = {
    columns,
    rows,
    cellMeters,
    west: southWest.x,
    south: southWest.y,
    heights: new Float64Array(columns * rows),
    costs: new Float64Array(columns * rows).fill(Number.POSITIVE_INFINITY),
  }
  const { heights, costs } = surface
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const point = { x: southWest.x + column * cellMeters, y: southWest.y + row * cellMeters }
      if (coastMeters(point) < 45) continue
      const cell = row * columns + column
      heights[cell] = naturalHeightMeters(point)
      if (lakeMeters(point) < -60) costs[cell] = 1
    }
  }
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const cell = row * columns + column
      const east = (heights[cell + 1]! - heights[cell - 1]!) / (2 * cellMeters)
      const north = (heights[cell + columns]! - heights[cell - columns]!) / (2 * cellMeters)
      costs[cell]! *= 1 + 1.5 * Math.sqrt(east * east + north * north)
    }
  }
  for (const stream of listStreams()) raiseCosts(surface, stream, 70, 3)
  return surface
}

function visitCells(
  surface: CostSurface,
  box: IslandPoint[],
  margin: number,
  visit: (cell: number, at: IslandPoint) => void,
) {
  const { cellMeters: size, columns, rows, west, south } = surface
  const xs = box.map((point) => point.x)
  const ys = box.map((point) => point.y)
  const first = Math.max(0, Math.floor((Math.min(...xs) - margin - west) / size))
  const last = Math.min(columns - 1, Math.ceil((Math.max(...xs) + margin - west) / size))
  const bottom = Math.max(0, Math.floor((Math.min(...ys) - margin - south) / size))
  const top = Math.min(rows - 1, Math.ceil((Math.max(...ys) + margin - south) / size))
  for (let row = bottom; row <= top; row++) {
    for (let column = first; column <= last; column++) {
      visit(row * columns + column, { x: west + column * size, y: south + row * size })
    }
  }
}

/** Multiplies costs within `reach` metres of a line by `factor`; Infinity closes the cells. */
export function raiseCosts(
  surface: CostSurface,
  line: readonly IslandPoint[],
  reach: number,
  factor: number,
): void {
  for (let i = 1; i < line.length; i++) {
    const segment = [line[i - 1]!, line[i]!]
    visitCells(surface, segment, reach, (cell, at) => {
      // Neighbouring segments share cells; each cell is raised once.
      if (findNearestOnLine(segment, at.x, at.y).distance > reach) return
      if (
        i > 1 &&
        findNearestOnLine(line.slice(Math.max(0, i - 4), i), at.x, at.y).distance <= reach
      )
        return
      surface.costs[cell]! *= factor
    })
  }
}

/** Raises costs inside settlements, so that country roads enter them only at their gates. */
export function raiseSettlementCosts(surface: CostSurface): void {
  for (const place of settlements) {
    visitCells(surface, [place], reachMeters(place), (cell, at) => {
      if (isInsideSettlement(place, at, 0.62)) surface.costs[cell]! *= 8
    })
  }
}

function reachMeters(place: Settlement): number {
  return Math.max((place.columns + 1) * place.columnMeters, (place.rows + 1) * place.rowMeters)
}

/** Whether a point is within a settlement; `margin` is added to the number of blocks on each side. */
export function isInsideSettlement(place: Settlement, at: IslandPoint, margin: number): boolean {
  const [ex, ey] = place.heading
  const dx = at.x - place.x
  const dy = at.y - place.y
  const a = (dx * ex + dy * ey) / ((place.columns + margin) * place.columnMeters)
  const b = (dy * ex - dx * ey) / ((place.rows + margin) * place.rowMeters)
  return a * a + b * b < 1
}
