import { columns, rows } from './tile-grid.ts'

/** Maximum number of parts: callers keep sets of parts as bits of a 32-bit integer. */
export const maxParts = 30

/**
 * Divides the tiles of an extract into parts of about equal weight, by straight cuts along tile borders: each cut is
 * across the longer side, until there are enough parts. The same weights produce the same parts.
 *
 * @param weights Tile index to weight; only tiles that contain something.
 * @returns The tiles of each part; possibly fewer parts than requested.
 */
export function planParts(weights: ReadonlyMap<number, number>, parts: number): number[][] {
  const tiles = [...weights.keys()].sort((a, b) => a - b)
  return divide(tiles, Math.min(parts, maxParts), (tile) => weights.get(tile)!)
}

function divide(tiles: number[], parts: number, weigh: (tile: number) => number): number[][] {
  if (parts <= 1 || tiles.length <= 1) return tiles.length > 0 ? [tiles] : []
  const findRow = (tile: number): number => Math.floor(tile / columns)
  const findColumn = (tile: number): number => tile % columns
  const [south, north] = findExtent(tiles.map(findRow))
  const [west, east] = findExtent(tiles.map(findColumn))
  // Tiles have the same height everywhere and are narrower towards the poles.
  const middleLat = (((south + north + 1) / 2 / rows) * 180 - 90) * (Math.PI / 180)
  const isWide = (east - west + 1) * Math.cos(middleLat) >= north - south + 1
  const findLine = isWide
    ? east > west
      ? findColumn
      : findRow
    : north > south
      ? findRow
      : findColumn

  const lines = new Map<number, number>()
  let total = 0
  for (const tile of tiles) {
    const weight = weigh(tile)
    total += weight
    lines.set(findLine(tile), (lines.get(findLine(tile)) ?? 0) + weight)
  }
  const first = Math.floor(parts / 2)
  const cut = findBestCut(
    [...lines].sort(([a], [b]) => a - b),
    (total * first) / parts,
  )
  const before = tiles.filter((tile) => findLine(tile) < cut)
  const after = tiles.filter((tile) => findLine(tile) >= cut)
  return [...divide(before, first, weigh), ...divide(after, parts - first, weigh)]
}

function findExtent(values: readonly number[]): [min: number, max: number] {
  return values.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)], [
    Infinity,
    -Infinity,
  ] as [number, number])
}

/**
 * Returns the row or column at which the second half starts, so that the weight of the first is nearest to `wanted`.
 */
function findBestCut(lines: readonly [line: number, weight: number][], wanted: number): number {
  let before = 0
  let best = { line: lines[1]![0], distance: Infinity }
  for (const [i, [line, weight]] of lines.entries()) {
    const distance = Math.abs(before - wanted)
    if (i > 0 && distance < best.distance) best = { line, distance }
    before += weight
  }
  return best.line
}
