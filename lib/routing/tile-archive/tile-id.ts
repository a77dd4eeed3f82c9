import { type Bounds, wrapDegrees } from '#ground/geo'

/** Degrees of a tile by level: motorways to primary roads, secondary and tertiary, the rest. */
export const tileDegrees = [4, 1, 0.25] as const

/** Digits of a tile's index in its file name, by level. */
const nameDigits = [6, 6, 9]

/** The level of a tile: 0, 1 or 2. */
export function levelOf(id: number): number {
  return id & 7
}

/** The engine's id of the tile around a position, degrees: the level in three bits, then row by row from the south-west. */
export function tileAt(level: number, lat: number, lon: number): number {
  const degrees = tileDegrees[level]!
  const columns = 360 / degrees
  const column = Math.min(columns - 1, Math.max(0, Math.floor((lon + 180) / degrees)))
  const row = Math.min(180 / degrees - 1, Math.max(0, Math.floor((lat + 90) / degrees)))
  return level + 8 * (row * columns + column)
}

/** The south-west corner of a tile, degrees. */
export function cornerOf(id: number): { lat: number; lon: number } {
  const degrees = tileDegrees[levelOf(id)]!
  const columns = 360 / degrees
  const index = id >>> 3
  return {
    lat: Math.floor(index / columns) * degrees - 90,
    lon: (index % columns) * degrees - 180,
  }
}

/** The box of a tile, degrees. */
export function tileBounds(id: number): Bounds {
  const degrees = tileDegrees[levelOf(id)]!
  const { lat, lon } = cornerOf(id)
  return {
    min_lat: lat,
    min_lon: lon,
    max_lat: Math.min(90, lat + degrees),
    max_lon: lon + degrees,
  }
}

/** The tiles of a level that touch a box; a box may extend past the date line. */
export function tilesIn(level: number, box: Bounds): number[] {
  const degrees = tileDegrees[level]!
  const ids = new Set<number>()
  // Rows are counted from the pole: 90 is no multiple of the 4 degrees of level 0.
  const [south, north] = [box.min_lat, box.max_lat].map((lat) => Math.floor((lat + 90) / degrees))
  const [west, east] = [box.min_lon, box.max_lon].map((lon) => Math.floor(lon / degrees))
  for (let row = south!; row <= north!; row++) {
    for (let column = west!; column <= east!; column++) {
      const lon = (column + 0.5) * degrees
      const lat = (row + 0.5) * degrees - 90
      ids.add(tileAt(level, lat, wrapDegrees(lon)))
    }
  }
  return [...ids]
}

/** A tile's file in the engine's folder of tiles, for example `2/000/762/485.gph`. */
export function tileName(id: number): string {
  const level = levelOf(id)
  const digits = String(id >>> 3).padStart(nameDigits[level]!, '0')
  return `${level}/${digits.replace(/(\d{3})(?=\d)/g, '$1/')}.gph`
}

/** The id of a tile, from its file name: the index in groups of three digits. */
export function tileIdOf(name: string): number {
  const [level = '', ...index] = name.replace(/\.gph$/, '').split('/')
  return (Number(level) | (Number(index.join('')) << 3)) >>> 0
}
