import type { ByteRange } from '../storage/index.ts'
import type { TerrainHeader } from './header.ts'

/** Tiles that are read together: in the order of the file, with few bytes between them. */
export interface TileRange extends ByteRange {
  tiles: number[]
}

/** Reading on over this many bytes that nobody wants costs less than another request. */
const maxGapBytes = 16 * 1024
const maxRangeBytes = 512 * 1024
/** Decoded, the tiles of a range take 4 MB at most: flat land packs thousands into few bytes. */
const maxTiles = 16

/** Joins stored tiles to byte ranges, so that neighbours cost one request. */
export function tileRanges(
  tiles: Iterable<number>,
  { tileOffsets, tileByteCounts }: Pick<TerrainHeader, 'tileOffsets' | 'tileByteCounts'>,
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
