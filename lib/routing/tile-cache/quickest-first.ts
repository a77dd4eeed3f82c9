import { cornerOf, type TileDirectory, tileAt } from '#routing/tile-archive'

/** All tiles of an archive; those first that are small, as are the tiles of larger roads around them. */
export function quickestFirst(directory: TileDirectory): number[] {
  const bytesAround = (id: number) => {
    const { lat, lon } = cornerOf(id)
    const around = [0, 1, 2].map((level) => tileAt(level, lat + 0.125, lon + 0.125))
    return [id, ...around].reduce((sum, tile) => sum + directory.sizeOf(tile), 0)
  }
  const bytes = new Map(Array.from(directory.ids, (id) => [id, bytesAround(id)]))
  return [...bytes.keys()].sort((a, b) => bytes.get(a)! - bytes.get(b)!)
}
