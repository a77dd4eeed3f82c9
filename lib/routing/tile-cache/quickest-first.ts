import { findCorner, findTileId, type TileDirectory } from '#routing/tile-archive'

/**
 * Sorts the tiles of an archive by their size together with the tiles of all levels around them, the smallest first.
 */
export function sortQuickestFirst(directory: TileDirectory): number[] {
  const bytesAround = (id: number) => {
    const { lat, lon } = findCorner(id)
    const around = [0, 1, 2].map((level) => findTileId(level, lat + 0.125, lon + 0.125))
    return [id, ...around].reduce((sum, tile) => sum + directory.readSize(tile), 0)
  }
  const bytes = new Map(Array.from(directory.ids, (id) => [id, bytesAround(id)]))
  return [...bytes.keys()].sort((a, b) => bytes.get(a)! - bytes.get(b)!)
}
