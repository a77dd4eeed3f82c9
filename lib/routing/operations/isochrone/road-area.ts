import type { LatLon } from '#ground/geo'
import { pause } from '#platform/concurrency'
import { type GridRing, traceContourRings } from './contour-rings.ts'
import type { Outline } from './outline.ts'
import type { RoadLine, RoadsOfContour } from './reached-roads.ts'

/** Points within this distance of a reached road, and not nearer to an unreached one, belong to the area. */
export const roadSideMeters = 40

/**
 * Share of the road side that belongs to a reached road even where other roads are near: it keeps an area in one
 * part.
 */
const minSideShare = 0.4

/** Width of a cell as a share of the road side: small enough for the narrowest side. */
const cellShare = 0.5

/** Maximum number of cells; bounds the memory to 24 MB. A larger area is drawn with larger cells and sides. */
const maxCells = 2_000_000

/** Length of a degree of latitude, metres. */
const metersPerDegree = 111_320

/** Number of lines handled before yielding to other calls: takes a millisecond or two. */
const linesPerPause = 200

type Line = readonly (readonly [x: number, y: number])[]

/**
 * Draws the rings around the reached roads, degrees, longitude first: shells counter-clockwise, holes clockwise.
 * Borders run {@link roadSideMeters} beside a reached road, and half way to roads that are not reached.
 *
 * @param denoise Leaves out early the parts and holes that {@link Outline.smooth} would drop: in a town most rings
 * are the insides of blocks.
 */
export async function drawRoadAreaRings(
  start: LatLon,
  { reached, beyond }: RoadsOfContour,
  denoise: number,
  signal?: AbortSignal,
): Promise<[lon: number, lat: number][][]> {
  const yScale = metersPerDegree
  const xScale = metersPerDegree * Math.max(0.01, Math.cos((start.lat * Math.PI) / 180))
  const inMeters = (line: RoadLine): Line =>
    line.map(([lon, lat]) => [(lon - start.lon) * xScale, (lat - start.lat) * yScale])
  // The start itself belongs to the area, at any distance from a road.
  const inside = [[[0, 0] as const, [0, 0] as const], ...reached.map(inMeters)]

  const grid = makeGrid(inside)
  const toReached = await measureSquaredDistances(inside, grid, grid.side + grid.cell, signal)
  const toOthers = await measureSquaredDistances(beyond.map(inMeters), grid, 2 * grid.side, signal)
  const values = new Float32Array(grid.columns * grid.rows).fill(-grid.cell)
  for (let i = 0; i < values.length; i++) {
    if (toReached[i]! >= (grid.side + grid.cell) ** 2) continue
    const meters = Math.sqrt(toReached[i]!)
    const nearer = (Math.sqrt(toOthers[i]!) - meters) / 2
    values[i] = Math.max(minSideShare * grid.side - meters, Math.min(grid.side - meters, nearer))
  }
  await pause(signal)
  const rings = traceContourRings({ columns: grid.columns, rows: grid.rows, values })
  return removeSmallRings(rings, denoise).map((ring) =>
    ring.map(([column, row]) => [
      start.lon + (grid.minX + column * grid.cell) / xScale,
      start.lat + (grid.minY + row * grid.cell) / yScale,
    ]),
  )
}

/**
 * Removes small parts and holes, like {@link Outline.smooth}. A dropped hole is smaller than any kept part, so
 * nothing is inside it.
 */
function removeSmallRings(rings: readonly GridRing[], denoise: number): GridRing[] {
  const areas = rings.map(measureArea)
  const largest = Math.max(...areas)
  const minHole = denoise === 1 ? Infinity : denoise ** 5 * largest
  return rings.filter((_, i) =>
    areas[i]! > 0 ? areas[i]! >= denoise * largest : -areas[i]! >= minHole,
  )
}

function measureArea(ring: GridRing): number {
  let twice = 0
  for (let i = 1; i < ring.length; i++) {
    twice += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1]
  }
  return twice / 2
}

interface Grid {
  minX: number
  minY: number
  columns: number
  rows: number
  /** Metres. */
  cell: number
  /** Metres. */
  side: number
}

function makeGrid(lines: readonly Line[]): Grid {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const line of lines) {
    for (const [x, y] of line) {
      minX = Math.min(minX, x)
      minY = Math.min(minY, y)
      maxX = Math.max(maxX, x)
      maxY = Math.max(maxY, y)
    }
  }
  for (let side = roadSideMeters; ; side *= 1.25) {
    const cell = side * cellShare
    const margin = side + 2 * cell
    const columns = Math.ceil((maxX - minX + 2 * margin) / cell) + 1
    const rows = Math.ceil((maxY - minY + 2 * margin) / cell) + 1
    if (columns * rows > maxCells) continue
    return { minX: minX - margin, minY: minY - margin, columns, rows, cell, side }
  }
}

/**
 * Measures the squared distance from each node of the grid to the nearest line, square metres, at most the square of
 * `reach`.
 */
async function measureSquaredDistances(
  lines: readonly Line[],
  { minX, minY, columns, rows, cell }: Grid,
  reach: number,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const squares = new Float32Array(columns * rows).fill(reach * reach)
  const mark = (ax: number, ay: number, dx: number, dy: number) => {
    const squared = dx * dx + dy * dy
    const left = Math.max(0, Math.ceil((Math.min(ax, ax + dx) - reach - minX) / cell))
    const right = Math.min(columns - 1, (Math.max(ax, ax + dx) + reach - minX) / cell)
    const bottom = Math.max(0, Math.ceil((Math.min(ay, ay + dy) - reach - minY) / cell))
    const top = Math.min(rows - 1, (Math.max(ay, ay + dy) + reach - minY) / cell)
    for (let row = bottom; row <= top; row++) {
      const py = minY + row * cell - ay
      for (let column = left; column <= right; column++) {
        const px = minX + column * cell - ax
        const along = squared > 0 ? (px * dx + py * dy) / squared : 0
        const share = along < 0 ? 0 : along > 1 ? 1 : along
        const [offX, offY] = [px - share * dx, py - share * dy]
        const square = offX * offX + offY * offY
        const at = row * columns + column
        if (square < squares[at]!) squares[at] = square
      }
    }
  }
  for (const [k, line] of lines.entries()) {
    if (k % linesPerPause === 0) await pause(signal)
    for (let i = 1; i < line.length; i++) {
      const [ax, ay] = line[i - 1]!
      const [dx, dy] = [line[i]![0] - ax, line[i]![1] - ay]
      // Splits lines into short parts: most of the box of a long diagonal is far from it.
      const parts = Math.max(1, Math.ceil(Math.hypot(dx, dy) / reach))
      for (let part = 0; part < parts; part++) {
        mark(ax + (dx * part) / parts, ay + (dy * part) / parts, dx / parts, dy / parts)
      }
    }
  }
  return squares
}
