import { clipRing, clipToBox, type Vertices } from '../features/index.ts'
import type { MapShape } from './shape.ts'

/** Units along a side of a tile. */
export const extent = 4096
/** Margin of neighbouring tiles that a tile includes, so that wide lines have no seams: a 64th of its side. */
const buffer = 1 / 64

/** The part of a shape in one tile, in whole units from its north-western corner. */
export interface TilePiece {
  x: number
  y: number
  /** Points, lines, or rings: each polygon's outer ring, then its holes. */
  parts: Int32Array[]
}

interface TileRange {
  left: number
  top: number
  /** Last column and row, inclusive. */
  right: number
  bottom: number
}

/**
 * Cuts a shape into tiles. A point on a border of tiles is in the one to the south-east. Lines and polygons are also
 * in the margins of neighbouring tiles. Parts that shrink to a point are left out.
 *
 * @param shape In units of tiles at `zoom`.
 * @param visit The parts it receives are valid only during the call.
 */
export function slice(shape: MapShape, zoom: number, visit: (piece: TilePiece) => void): void {
  const count = 2 ** zoom
  if (shape.type === 'point') {
    const [x, y] = shape.at
    const left = Math.min(count - 1, Math.max(0, Math.floor(x)))
    const top = Math.min(count - 1, Math.max(0, Math.floor(y)))
    const at = [Math.floor((x - left) * extent), Math.floor((y - top) * extent)]
    visit({ x: left, y: top, parts: [new Int32Array(at)] })
  } else if (shape.type === 'line') {
    for (const line of shape.lines) split([line], findRange(line, count), 'line', visit)
  } else {
    // Polygons are split one by one, so that holes stay with their outer rings.
    for (const rings of shape.polygons)
      if (rings.length > 0) split(rings, findRange(rings[0]!, count), 'polygon', visit)
  }
}

/** Returns the tiles that a line may reach, including the margins of their neighbours. */
function findRange(line: Vertices, count: number): TileRange {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < line.length; i += 2) {
    const x = line[i]!
    const y = line[i + 1]!
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  const tile = (value: number) => Math.min(count - 1, Math.max(0, Math.floor(value)))
  return {
    left: tile(left - buffer),
    top: tile(top - buffer),
    right: tile(right + buffer),
    bottom: tile(bottom + buffer),
  }
}

/**
 * Halves the range until it is one tile, and clips at each step, so that long shapes are not compared with each tile.
 */
function split(
  group: readonly Vertices[],
  range: TileRange,
  type: 'line' | 'polygon',
  visit: (piece: TilePiece) => void,
): void {
  const { left, top, right, bottom } = range
  const isOneTile = left === right && top === bottom
  const inside = isWithin(group, range) ? group : clipGroup(group, range, type)
  if (inside.length === 0) return
  if (isOneTile) {
    const parts = roundToUnits(inside, left, top, type)
    if (parts.length > 0) visit({ x: left, y: top, parts })
  } else if (right - left >= bottom - top) {
    const middle = Math.floor((left + right) / 2)
    split(inside, { left, top, right: middle, bottom }, type, visit)
    split(inside, { left: middle + 1, top, right, bottom }, type, visit)
  } else {
    const middle = Math.floor((top + bottom) / 2)
    split(inside, { left, top, right, bottom: middle }, type, visit)
    split(inside, { left, top: middle + 1, right, bottom }, type, visit)
  }
}

/** Whether the tiles with their margins contain all of the lines: most shapes are small, and need no clipping. */
function isWithin(group: readonly Vertices[], { left, top, right, bottom }: TileRange): boolean {
  for (const line of group) {
    for (let i = 0; i < line.length; i += 2) {
      const x = line[i]!
      const y = line[i + 1]!
      if (x < left - buffer || x > right + 1 + buffer) return false
      if (y < top - buffer || y > bottom + 1 + buffer) return false
    }
  }
  return true
}

function clipGroup(
  group: readonly Vertices[],
  range: TileRange,
  type: 'line' | 'polygon',
): Vertices[] {
  const left = range.left - buffer
  const top = range.top - buffer
  const right = range.right + 1 + buffer
  const bottom = range.bottom + 1 + buffer
  if (type === 'line') {
    const box = { min_lon: left, min_lat: top, max_lon: right, max_lat: bottom }
    return group.flatMap((line) => clipToBox(box, line))
  }
  const rings = group.map((ring) => clipRing(ring, { left, top, right, bottom }))
  // A polygon without its outer ring is empty.
  return rings[0]!.length === 0 ? [] : rings.filter(({ length }) => length > 0)
}

/** Buffer reused for each group. */
let units = new Int32Array(4096)

/** Rounds coordinates to whole units of a tile. The parts are valid until the next call. */
function roundToUnits(
  group: readonly Vertices[],
  x: number,
  y: number,
  type: 'line' | 'polygon',
): Int32Array[] {
  let needed = 0
  for (const line of group) needed += line.length
  if (needed > units.length) units = new Int32Array(2 * needed)
  const parts: Int32Array[] = []
  let start = 0
  for (let i = 0; i < group.length; i++) {
    const line = group[i]!
    let end = start
    for (let k = 0; k < line.length; k += 2) {
      const right = Math.round((line[k]! - x) * extent)
      const down = Math.round((line[k + 1]! - y) * extent)
      if (end > start && units[end - 2] === right && units[end - 1] === down) continue
      units[end++] = right
      units[end++] = down
    }
    const size = end - start
    const part = units.subarray(start, end)
    const isLost = type === 'line' ? size < 4 : size < 8 || !hasArea(part)
    if (!isLost) {
      parts.push(part)
      start = end
    } else if (i === 0 && type === 'polygon') return []
  }
  return parts
}

function hasArea(ring: Int32Array): boolean {
  const x = ring[0]!
  const y = ring[1]!
  let twice = 0
  for (let i = 2; i < ring.length; i += 2)
    twice += (ring[i - 2]! - x) * (ring[i + 1]! - y) - (ring[i]! - x) * (ring[i - 1]! - y)
  return twice !== 0
}
