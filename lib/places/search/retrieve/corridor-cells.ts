import type { LatLon, MeasuredLine } from '#ground/geo'
import { type CellZoom, countCells, listCellTerms } from '#places/gazetteer'
import { boxAround } from './scope-terms.ts'

/** The area within a distance of a route, whose lines follow each other. */
export interface Corridor {
  lines: readonly MeasuredLine[]
  halfWidthMeters: number
}

/** Cells of one stretch of the route, in one distance band. */
export interface CellGroup {
  stretch: number
  /** Terms of the index. */
  cells: string[]
}

/** A route is divided into this many stretches of equal length, so that one city does not use up all results. */
export const stretchCount = 10

/** A corridor with more cells is covered by a coarser grid. */
const maxCells = 400

/** Outer limits of the distance bands around the line, as shares of the half width. */
const bands = [0.1, 0.3, 1] as const

/** Minimum spacing of the samples of the line around which cells are collected. */
const minSpacingMeters = 500

/** Distances along a line are those on a sphere, exact to 0.6 %. */
const sphereMargin = 1.01

/**
 * Cells that cover a corridor, each once: those at the line first, then by distance in bands, and in each
 * band by stretch. On the finest grid that covers it with at most 400 cells, or else the coarsest.
 */
export function corridorCells(corridor: Corridor): CellGroup[] {
  for (const zoom of [14, 11] as const) {
    const groups = cellsAt(corridor, zoom, maxCells)
    if (groups) return groups
  }
  return cellsAt(corridor, 8, Number.POSITIVE_INFINITY)!
}

/** Undefined when there are more than `max`. */
function cellsAt(corridor: Corridor, zoom: CellZoom, max: number): CellGroup[] | undefined {
  const known = new Set<string>()
  const groups: CellGroup[] = []
  for (const band of bands) {
    const radius = band * corridor.halfWidthMeters
    const ofBand = new Map<number, CellGroup>()
    for (const { at, stretch, reachMeters } of samplesOf(corridor.lines, radius)) {
      const box = boxAround(at, radius + reachMeters)
      if (countCells(box, zoom) > max) return undefined
      const cells = listCellTerms(box, zoom).filter((cell) => !known.has(cell))
      for (const cell of cells) known.add(cell)
      if (known.size > max) return undefined
      const group = ofBand.get(stretch)
      if (group) group.cells.push(...cells)
      else ofBand.set(stretch, { stretch, cells })
    }
    groups.push(...[...ofBand.values()].filter(({ cells }) => cells.length > 0))
  }
  return groups
}

/** Samples of the lines: every point of the lines is within `reachMeters` of one. */
function* samplesOf(
  lines: readonly MeasuredLine[],
  radiusMeters: number,
): Generator<{ at: LatLon; stretch: number; reachMeters: number }> {
  const total = lines.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0)
  let before = 0
  for (const line of lines) {
    const steps = Math.ceil(line.lengthMeters / Math.max(minSpacingMeters, radiusMeters))
    const spacing = line.lengthMeters / Math.max(1, steps)
    for (let step = 0; step <= steps; step++) {
      const along = step * spacing
      const stretch = stretchAt(before + along, total)
      yield { at: line.positionAt(along), stretch, reachMeters: (spacing / 2) * sphereMargin }
    }
    before += line.lengthMeters
  }
}

/** The stretch of a route at a distance from its start. */
export function stretchAt(alongMeters: number, totalMeters: number): number {
  const share = totalMeters > 0 ? alongMeters / totalMeters : 0
  return Math.min(stretchCount - 1, Math.floor(stretchCount * share))
}
