import { type Bounds, wrapDegrees } from '#ground/geo'

/** Width of a tile in degrees, by level: motorways to primary roads, secondary and tertiary roads, all others. */
export const tileDegrees = [4, 1, 0.25] as const

/** Number of digits of a tile's index in its file name, by level. */
const nameDigits = [6, 6, 9]

/** Returns the level of a tile: 0, 1 or 2. */
export function readLevel(id: number): number {
  return id & 7
}

/**
 * Returns the engine's id of the tile around a position, degrees. The id contains the level in three bits, then the
 * number of the tile, row by row from the south-west.
 */
export function findTileId(level: number, lat: number, lon: number): number {
  const degrees = tileDegrees[level]!
  const columns = 360 / degrees
  const column = Math.min(columns - 1, Math.max(0, Math.floor((lon + 180) / degrees)))
  const row = Math.min(180 / degrees - 1, Math.max(0, Math.floor((lat + 90) / degrees)))
  return level + 8 * (row * columns + column)
}

/** Returns the south-west corner of a tile, degrees. */
export function findCorner(id: number): { lat: number; lon: number } {
  const degrees = tileDegrees[readLevel(id)]!
  const columns = 360 / degrees
  const index = id >>> 3
  return {
    lat: Math.floor(index / columns) * degrees - 90,
    lon: (index % columns) * degrees - 180,
  }
}

/** Returns the box of a tile, degrees. */
export function computeTileBounds(id: number): Bounds {
  const degrees = tileDegrees[readLevel(id)]!
  const { lat, lon } = findCorner(id)
  return {
    min_lat: lat,
    min_lon: lon,
    max_lat: Math.min(90, lat + degrees),
    max_lon: lon + degrees,
  }
}

/** Lists the tiles of a level that touch a box. A box may extend past the date line. */
export function listTileIds(level: number, box: Bounds): number[] {
  const degrees = tileDegrees[level]!
  const ids = new Set<number>()
  // Rows count from the pole, since 90 is not a multiple of the 4 degrees of level 0.
  const [south, north] = [box.min_lat, box.max_lat].map((lat) => Math.floor((lat + 90) / degrees))
  const [west, east] = [box.min_lon, box.max_lon].map((lon) => Math.floor(lon / degrees))
  for (let row = south!; row <= north!; row++) {
    for (let column = west!; column <= east!; column++) {
      const lon = (column + 0.5) * degrees
      const lat = (row + 0.5) * degrees - 90
      ids.add(findTileId(level, lat, wrapDegrees(lon)))
    }
  }
  return [...ids]
}

/** Returns the path of a tile in the engine's folder of tiles, for example `2/000/762/485.gph`. */
export function formatTileName(id: number): string {
  const level = readLevel(id)
  const digits = String(id >>> 3).padStart(nameDigits[level]!, '0')
  return `${level}/${digits.replace(/(\d{3})(?=\d)/g, '$1/')}.gph`
}

/** Returns the id of a tile from its file name, which contains the index in groups of three digits. */
export function parseTileName(name: string): number {
  const [level = '', ...index] = name.replace(/\.gph$/, '').split('/')
  return (Number(level) | (Number(index.join('')) << 3)) >>> 0
}
