/** Tiles of the engine's lowest level, 0.25 degrees, row by row from the south-west. */
export const columns = 1440
export const rows = 720
export const tileCount = columns * rows

/** Positions in the unit of OSM PBF files, 100 nanodegrees. */
const unitsPerDegree = 1e7
const unitsPerTile = 0.25 * unitsPerDegree

/** Index of a tile in its low bits; the flags say that the node is on the tile's western or southern border. */
export type TileCode = number
const indexMask = (1 << 20) - 1
const onWest = 1 << 20
const onSouth = 1 << 21
/** The code of a node that was not read. */
export const noTile: TileCode = 0xffff_ffff

/** The tile around a position, degrees. */
export function tileCodeAt(lat: number, lon: number): TileCode {
  const x = Math.round((lon + 180) * unitsPerDegree)
  const y = Math.round((lat + 90) * unitsPerDegree)
  const column = Math.min(columns - 1, Math.max(0, Math.floor(x / unitsPerTile)))
  const row = Math.min(rows - 1, Math.max(0, Math.floor(y / unitsPerTile)))
  const index = row * columns + column
  return index | (x % unitsPerTile === 0 ? onWest : 0) | (y % unitsPerTile === 0 ? onSouth : 0)
}

export function tileOf(code: TileCode): number {
  return code & indexMask
}

/**
 * The tiles that a node may be in: the engine rounds positions, so that a node on a border may come to lie on
 * either side.
 */
export function tilesOf(code: TileCode): number[] {
  if (code === noTile) return []
  const tile = tileOf(code)
  if ((code & (onWest | onSouth)) === 0) return [tile]
  const west = code & onWest ? [shifted(tile, 0, -1)] : []
  const south = code & onSouth ? [shifted(tile, -1, 0)] : []
  const both = west.length > 0 && south.length > 0 ? [shifted(tile, -1, -1)] : []
  return [tile, ...west, ...south, ...both]
}

/** The eight tiles around a tile; columns go around the globe. */
export function neighboursOf(tile: number): number[] {
  const around: number[] = []
  for (const north of [-1, 0, 1]) {
    for (const east of [-1, 0, 1]) {
      const neighbour = shifted(tile, north, east)
      if (neighbour !== tile) around.push(neighbour)
    }
  }
  return around
}

function shifted(tile: number, north: number, east: number): number {
  const row = Math.min(rows - 1, Math.max(0, Math.floor(tile / columns) + north))
  const column = ((tile % columns) + east + columns) % columns
  return row * columns + column
}
