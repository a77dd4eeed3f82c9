import { clippedRing, piecesIn, signedArea, type Vertices } from '../features/index.ts'
import type { MapShape } from './shape.ts'

/** Units of a tile's side. */
export const extent = 4096
/** What a tile has of its neighbours, so that wide lines have no seams: a 64th of its side. */
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
  /** Inclusive. */
  right: number
  bottom: number
}

/**
 * Cuts a shape into tiles. A point is in one tile: that to the south-east of a border. Lines and polygons
 * are also in the margins of neighbouring tiles. Parts that shrink to a point are left out.
 *
 * @param shape In units of tiles at `zoom`.
 */
export function* sliced(shape: MapShape, zoom: number): Generator<TilePiece> {
  const count = 2 ** zoom
  if (shape.type === 'point') {
    const [x, y] = shape.at.map((value) => Math.min(count - 1, Math.max(0, Math.floor(value))))
    const at = shape.at.map((value, i) => Math.floor((value - [x!, y!][i]!) * extent))
    yield { x: x!, y: y!, parts: [Int32Array.from(at)] }
    return
  }
  const groups = shape.type === 'line' ? shape.lines.map((line) => [line]) : shape.polygons
  for (const group of groups) {
    // Polygons go one by one, so that holes stay with theirs.
    if (shape.type === 'line' || group.length > 0)
      yield* split(group, rangeOf(group[0]!, count), shape.type)
  }
}

/** The tiles that a line may reach, with the margins of their neighbours. */
function rangeOf(line: Vertices, count: number): TileRange {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < line.length; i += 2) {
    left = Math.min(left, line[i]!)
    right = Math.max(right, line[i]!)
    top = Math.min(top, line[i + 1]!)
    bottom = Math.max(bottom, line[i + 1]!)
  }
  const tile = (value: number) => Math.min(count - 1, Math.max(0, Math.floor(value)))
  return {
    left: tile(left - buffer),
    top: tile(top - buffer),
    right: tile(right + buffer),
    bottom: tile(bottom + buffer),
  }
}

/** Halves the range until it is one tile, clipping as it goes: long shapes are not compared with each tile. */
function* split(
  group: readonly Vertices[],
  range: TileRange,
  type: 'line' | 'polygon',
): Generator<TilePiece> {
  const { left, top, right, bottom } = range
  const isOneTile = left === right && top === bottom
  const inside = isOneTile && isWithin(group, range) ? group : clipped(group, range, type)
  if (inside.length === 0) return
  if (isOneTile) {
    const parts = rounded(inside, left, top, type)
    if (parts.length > 0) yield { x: left, y: top, parts }
  } else if (right - left >= bottom - top) {
    const middle = Math.floor((left + right) / 2)
    yield* split(inside, { ...range, right: middle }, type)
    yield* split(inside, { ...range, left: middle + 1 }, type)
  } else {
    const middle = Math.floor((top + bottom) / 2)
    yield* split(inside, { ...range, bottom: middle }, type)
    yield* split(inside, { ...range, top: middle + 1 }, type)
  }
}

/** Whether a tile has all of the lines with its margins: most shapes are small, and need no clipping. */
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

function clipped(
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
    return group.flatMap((line) => piecesIn(box, line))
  }
  const rings = group.map((ring) => clippedRing(ring, { left, top, right, bottom }))
  // Without its outer ring nothing is left of a polygon.
  return rings[0]!.length === 0 ? [] : rings.filter(({ length }) => length > 0)
}

/** Reused for each line. */
let units = new Int32Array(4096)

/** To whole units of a tile. */
function rounded(
  group: readonly Vertices[],
  x: number,
  y: number,
  type: 'line' | 'polygon',
): Int32Array[] {
  const parts: Int32Array[] = []
  for (const [i, line] of group.entries()) {
    if (line.length > units.length) units = new Int32Array(2 * line.length)
    let end = 0
    for (let k = 0; k < line.length; k += 2) {
      const right = Math.round((line[k]! - x) * extent)
      const down = Math.round((line[k + 1]! - y) * extent)
      if (end > 0 && units[end - 2] === right && units[end - 1] === down) continue
      units[end++] = right
      units[end++] = down
    }
    const part = units.subarray(0, end)
    const isLost = type === 'line' ? end < 4 : end < 8 || areaOf(part) === 0
    if (!isLost) parts.push(part.slice())
    else if (i === 0 && type === 'polygon') return []
  }
  return parts
}

function areaOf(ring: Int32Array): number {
  return signedArea(Float64Array.from(ring))
}
