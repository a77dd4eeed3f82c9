import { metersPerDegreeEast, metersPerDegreeNorth } from '#ground/geo'
import type { PixelGrid } from '../../elevation/index.ts'

/**
 * A part of the feature grid that is drawn at once: a block with a margin as wide as distances reach. Columns and rows
 * count from the grid's north-west corner and may lie outside it.
 */
export interface Window {
  /** Column of the first pixel, margin included. */
  column: number
  row: number
  width: number
  height: number
  /** Height of a pixel, metres. */
  pixelNorthMeters: number
  /** Width of a pixel in each row, metres. */
  pixelEastMeters: Float64Array
  /** The block's position within the window, and its size. */
  block: { column: number; row: number; width: number; height: number }
}

/** Maximum distance: 255 steps of 2 m. */
export const reachMeters = 510

/** Pixels along a side of a block; drawing one takes at most 40 MB. */
export const blockSide = 1024

/** Divides the grid into windows, row by row. */
export function divideGrid(grid: PixelGrid, side = blockSide): Window[] {
  const windows: Window[] = []
  for (let top = 0; top < grid.height; top += side)
    for (let left = 0; left < grid.width; left += side) {
      const width = Math.min(side, grid.width - left)
      const height = Math.min(side, grid.height - top)
      windows.push(buildWindow(grid, { left, top, width, height }))
    }
  return windows
}

function buildWindow(
  grid: PixelGrid,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Window {
  const toLat = (row: number): number => grid.north - (row + 0.5) * grid.stepLat
  const pixelNorthMeters = grid.stepLat * metersPerDegreeNorth(toLat(top + height / 2))
  const narrowestPixelMeters = Math.min(
    ...[top, top + height].map((row) => grid.stepLon * metersPerDegreeEast(toLat(row))),
  )
  const marginRows = Math.ceil(reachMeters / pixelNorthMeters) + 2
  const marginColumns = Math.ceil(reachMeters / Math.max(1, narrowestPixelMeters * 0.99)) + 2
  const rows = height + 2 * marginRows
  const pixelEastMeters = new Float64Array(rows)
  for (let i = 0; i < rows; i++)
    pixelEastMeters[i] = Math.max(
      0.01,
      grid.stepLon * metersPerDegreeEast(toLat(top - marginRows + i)),
    )
  return {
    column: left - marginColumns,
    row: top - marginRows,
    width: width + 2 * marginColumns,
    height: rows,
    pixelNorthMeters,
    pixelEastMeters,
    block: { column: marginColumns, row: marginRows, width, height },
  }
}
