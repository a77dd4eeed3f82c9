/** Columns of the engine's lowest level: tiles of 0.25 degrees, row by row from the south-west. */
export const columns = 1440
export const rows = 720
export const tileCount = columns * rows

/** Units per degree of positions, as in OSM PBF files: 100 nanodegrees. */
const unitsPerDegree = 1e7
const unitsPerTile = 0.25 * unitsPerDegree

/** Index of a tile in its low bits; flags mark a node on the tile's western or southern border. */
export type TileCode = number
const indexMask = (1 << 20) - 1
const onWest = 1 << 20
const onSouth = 1 << 21
/** Code of a node that was not read. */
export const noTile: TileCode = 0xffff_ffff

/** Returns the code of the tile around a position in degrees. */
export function tileCodeAt(lat: number, lon: number): TileCode {
  const x = Math.round((lon + 180) * unitsPerDegree)
  const y = Math.round((lat + 90) * unitsPerDegree)
  const column = Math.min(columns - 1, Math.max(0, Math.floor(x / unitsPerTile)))
  const row = Math.min(rows - 1, Math.max(0, Math.floor(y / unitsPerTile)))
  const index = row * columns + column
  return index | (x % unitsPerTile === 0 ? onWest : 0) | (y % unitsPerTile === 0 ? onSouth : 0)
}

export function toTile(code: TileCode): number {
  return code & indexMask
}

/**
 * Returns the tiles that may contain a node: the engine rounds positions, so a node on a border may end up on either
 * side.
 */
export function listTilesAt(code: TileCode): number[] {
  if (code === noTile) return []
  const tile = toTile(code)
  if ((code & (onWest | onSouth)) === 0) return [tile]
  const west = code & onWest ? [shiftTile(tile, 0, -1)] : []
  const south = code & onSouth ? [shiftTile(tile, -1, 0)] : []
  const both = west.length > 0 && south.length > 0 ? [shiftTile(tile, -1, -1)] : []
  return [tile, ...west, ...south, ...both]
}

/** Returns the eight tiles around a tile; columns wrap around the globe. */
export function listNeighbours(tile: number): number[] {
  const around: number[] = []
  for (const north of [-1, 0, 1]) {
    for (const east of [-1, 0, 1]) {
      const neighbour = shiftTile(tile, north, east)
      if (neighbour !== tile) around.push(neighbour)
    }
  }
  return around
}

function shiftTile(tile: number, north: number, east: number): number {
  const row = Math.min(rows - 1, Math.max(0, Math.floor(tile / columns) + north))
  const column = ((tile % columns) + east + columns) % columns
  return row * columns + column
}
