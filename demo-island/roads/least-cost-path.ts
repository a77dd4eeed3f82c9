import FlatQueue from 'flatqueue'
import { distance, type IslandPoint } from '../plane/geometry.ts'

/** A raster of heights and of cost factors for road length; a factor of Infinity forbids roads. */
export interface CostSurface {
  columns: number
  rows: number
  cellMeters: number
  west: number
  south: number
  heights: Float64Array
  costs: Float64Array
}

export interface PathRule {
  /** Preferred grade of a climb. */
  gradePercent: number
  /** Cost of a turn of 45 degrees, in metres of road; above 0, hairpins get long legs. */
  turnMeters: number
}

// The sixteen steps of a knight and a king, in order of heading.
const stepX = [1, 2, 1, 1, 0, -1, -1, -2, -1, -2, -1, -1, 0, 1, 1, 2]
const stepY = [0, 1, 1, 2, 1, 2, 1, 1, 0, -1, -1, -2, -1, -2, -1, -1]
const stepLength = stepX.map((x, i) => Math.sqrt(x * x + stepY[i]! * stepY[i]!))

/**
 * Finds the least-cost path between two points: A* over the surface's cells within `marginMeters` of the box of both
 * points.
 *
 * The price of a metre is `1 + (grade / rule grade)^4 / 3`, which makes the rule's grade optimal for gaining height.
 *
 * @throws Error if no path exists.
 */
export function findLeastCostPath(
  surface: CostSurface,
  from: IslandPoint,
  to: IslandPoint,
  rule: PathRule,
  marginMeters = 1_500,
): IslandPoint[] {
  const { cellMeters: cell, columns, heights, costs } = surface
  const column = (x: number) => Math.round((x - surface.west) / cell)
  const row = (y: number) => Math.round((y - surface.south) / cell)
  const margin = Math.ceil(marginMeters / cell)
  const west = Math.max(0, Math.min(column(from.x), column(to.x)) - margin)
  const south = Math.max(0, Math.min(row(from.y), row(to.y)) - margin)
  const width = Math.min(columns - 1, Math.max(column(from.x), column(to.x)) + margin) - west + 1
  const height = Math.min(surface.rows - 1, Math.max(row(from.y), row(to.y)) + margin) - south + 1

  const headings = rule.turnMeters > 0 ? 16 : 1
  const states = width * height * headings
  const best = new Float64Array(states).fill(Number.POSITIVE_INFINITY)
  const before = new Int32Array(states).fill(-1)
  const queue = new FlatQueue<number>()
  const goalColumn = column(to.x) - west
  const goalRow = row(to.y) - south
  const estimate = (c: number, r: number) => {
    const dx = c - goalColumn
    const dy = r - goalRow
    return Math.sqrt(dx * dx + dy * dy) * cell
  }

  const startCell = (row(from.y) - south) * width + column(from.x) - west
  for (let heading = 0; heading < headings; heading++) {
    best[startCell * headings + heading] = 0
    queue.push(
      startCell * headings + heading,
      estimate(startCell % width, Math.floor(startCell / width)),
    )
  }
  const goalCell = goalRow * width + goalColumn

  while (queue.length > 0) {
    const state = queue.pop()!
    const place = Math.floor(state / headings)
    if (place === goalCell) return trace(state)
    const c = place % width
    const r = Math.floor(place / width)
    const here = (r + south) * columns + c + west
    const spent = best[state]!
    for (let step = 0; step < 16; step++) {
      const nextC = c + stepX[step]!
      const nextR = r + stepY[step]!
      if (nextC < 0 || nextR < 0 || nextC >= width || nextR >= height) continue
      const there = (nextR + south) * columns + nextC + west
      const price = costs[there]!
      if (price === Number.POSITIVE_INFINITY) continue
      let turn = 0
      if (headings > 1) {
        const bend = Math.abs(step - (state % headings))
        const sixteenths = Math.min(bend, 16 - bend)
        if (sixteenths > 4) continue
        turn = (rule.turnMeters * sixteenths * sixteenths) / 4
      }
      const length = stepLength[step]! * cell
      const grade = (100 * Math.abs(heights[there]! - heights[here]!)) / length / rule.gradePercent
      const total = spent + length * price * (1 + (grade * grade * grade * grade) / 3) + turn
      const next = (nextR * width + nextC) * headings + (headings > 1 ? step : 0)
      if (total >= best[next]!) continue
      best[next] = total
      before[next] = state
      queue.push(next, total + estimate(nextC, nextR))
    }
  }
  throw new Error(`No way from ${from.x}, ${from.y} to ${to.x}, ${to.y}`)

  function trace(last: number): IslandPoint[] {
    const points: IslandPoint[] = [to]
    for (let state = before[last]!; state >= 0; state = before[state]!) {
      const place = Math.floor(state / headings)
      const point = {
        x: surface.west + ((place % width) + west) * cell,
        y: surface.south + (Math.floor(place / width) + south) * cell,
      }
      points.push(point)
    }
    points[points.length - 1] = from
    points.reverse()
    return points.filter(
      (point, i) => i === 0 || i === points.length - 1 || distance(point, to) > cell,
    )
  }
}
