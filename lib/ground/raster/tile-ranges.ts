import type { ByteRange } from '#platform/storage'
import type { RasterHeader } from './header.ts'

/** Tiles that are read together, in file order. */
export interface TileRange extends ByteRange {
  tiles: number[]
}

/** Maximum gap in a range. Reading it costs less than another request. */
const maxGapBytes = 16 * 1024
const maxRangeBytes = 512 * 1024
/** Maximum number of tiles of a range. They are decoded at once, and flat land packs thousands into few bytes. */
const defaultMaxTiles = 16

/**
 * Joins stored tiles into byte ranges, so that neighbours cost one request.
 *
 * @param maxTiles Maximum number of tiles of a range.
 */
export function joinTileRanges(
  tiles: Iterable<number>,
  { tileOffsets, tileByteCounts }: Pick<RasterHeader, 'tileOffsets' | 'tileByteCounts'>,
  maxTiles = defaultMaxTiles,
): TileRange[] {
  const ranges: TileRange[] = []
  const ordered = [...tiles].sort((a, b) => tileOffsets[a]! - tileOffsets[b]!)
  for (const tile of ordered) {
    const start = tileOffsets[tile]!
    const end = start + tileByteCounts[tile]!
    const last = ranges.at(-1)
    const joins =
      last &&
      start - last.end <= maxGapBytes &&
      end - last.start <= maxRangeBytes &&
      last.tiles.length < maxTiles
    if (joins) {
      last.tiles.push(tile)
      last.end = Math.max(last.end, end)
    } else ranges.push({ start, end, tiles: [tile] })
  }
  return ranges
}
