import {
  cornerOf,
  levelOf,
  type TileDirectory,
  tileAt,
  tileDegrees,
} from '../tile-archive/index.ts'

/** Actions that search in all directions. */
const searchesAround = new Set(['isochrone', 'expansion', 'matrix'])
/** Tiles of one level with fewer between them are on one way, tiles. */
const maxStride = 3

/** Guesses which tiles the engine will ask for next, from those it asked for. */
export class TileReadAhead {
  readonly #directory: TileDirectory
  #last: { lat: number; lon: number } | undefined

  constructor(directory: TileDirectory) {
    this.#directory = directory
  }

  /**
   * Tiles that the engine will probably need after this one: those of larger roads around it, and on the
   * level of all roads its neighbours, for searches around; for routes, whose tiles are asked for on the
   * way, the next two in the same direction.
   */
  after(id: number, action: string): number[] {
    const level = levelOf(id)
    const degrees = tileDegrees[level]!
    const { lat, lon } = cornerOf(id)
    const at = (level: number, north: number, east: number) =>
      tileAt(level, lat + (north + 0.5) * degrees, wrapped(lon + (east + 0.5) * degrees))
    const next = [0, 1].filter((larger) => larger < level).map((larger) => at(larger, 0, 0))
    if (level === 2) {
      for (const [north, east] of this.#steps({ lat, lon }, action)) next.push(at(2, north, east))
    }
    return next.filter((tile) => tile !== id && this.#directory.has(tile))
  }

  #steps(to: { lat: number; lon: number }, action: string): [north: number, east: number][] {
    const from = this.#last
    this.#last = to
    if (searchesAround.has(action)) {
      return [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]
    }
    if (!from) return []
    const [north, east] = [(to.lat - from.lat) * 4, (to.lon - from.lon) * 4]
    if (Math.max(Math.abs(north), Math.abs(east)) > maxStride) return []
    const [up, right] = [Math.sign(north), Math.sign(east)]
    return [
      [up, right],
      [2 * up, 2 * right],
    ]
  }
}

function wrapped(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180
}
