import { columns, rows } from './tile-grid.ts'

/** Bits of a mask that has one for each part. */
export const maxParts = 30

/**
 * Divides the tiles of an extract into parts of about equal weight, by straight cuts along tile borders: each
 * cut is across the longer side, until there are enough parts. The same weights give the same parts.
 *
 * @param weights Tile index to weight; only tiles with anything in them.
 * @returns The tiles of each part; fewer parts than asked for where there are fewer tiles.
 */
export function planParts(weights: ReadonlyMap<number, number>, parts: number): number[][] {
  const tiles = [...weights.keys()].sort((a, b) => a - b)
  return divide(tiles, Math.min(parts, maxParts), (tile) => weights.get(tile)!)
}

function divide(tiles: number[], parts: number, weightOf: (tile: number) => number): number[][] {
  if (parts <= 1 || tiles.length <= 1) return tiles.length > 0 ? [tiles] : []
  const rowOf = (tile: number): number => Math.floor(tile / columns)
  const columnOf = (tile: number): number => tile % columns
  const [south, north] = extent(tiles.map(rowOf))
  const [west, east] = extent(tiles.map(columnOf))
  // A tile is as high everywhere and narrower towards the poles.
  const middleLat = (((south + north + 1) / 2 / rows) * 180 - 90) * (Math.PI / 180)
  const isWide = (east - west + 1) * Math.cos(middleLat) >= north - south + 1
  const lineOf = isWide ? (east > west ? columnOf : rowOf) : north > south ? rowOf : columnOf

  const lines = new Map<number, number>()
  let total = 0
  for (const tile of tiles) {
    const weight = weightOf(tile)
    total += weight
    lines.set(lineOf(tile), (lines.get(lineOf(tile)) ?? 0) + weight)
  }
  const first = Math.floor(parts / 2)
  const cut = bestCut(
    [...lines].sort(([a], [b]) => a - b),
    (total * first) / parts,
  )
  const before = tiles.filter((tile) => lineOf(tile) < cut)
  const after = tiles.filter((tile) => lineOf(tile) >= cut)
  return [...divide(before, first, weightOf), ...divide(after, parts - first, weightOf)]
}

function extent(values: readonly number[]): [min: number, max: number] {
  return values.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)], [
    Infinity,
    -Infinity,
  ] as [number, number])
}

/** The line to cut before, so that the weight before it is nearest to the wanted one. */
function bestCut(lines: readonly [line: number, weight: number][], wanted: number): number {
  let before = 0
  let best = { line: lines[1]![0], distance: Infinity }
  for (const [i, [line, weight]] of lines.entries()) {
    const distance = Math.abs(before - wanted)
    if (i > 0 && distance < best.distance) best = { line, distance }
    before += weight
  }
  return best.line
}
