import { wrapDegrees } from '#ground/geo'
import {
  findCorner,
  findTileId,
  readLevel,
  type TileDirectory,
  tileDegrees,
} from '#routing/tile-archive'

/** Actions that search in all directions. */
const searchesAround = new Set(['isochrone', 'expansion', 'matrix'])

const neighbours = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

/**
 * Predicts the tiles that the engine will need together with one that it missed: tiles of larger roads around it and,
 * for searches in all directions, its neighbours.
 */
export function guessTilesAhead(id: number, action: string, directory: TileDirectory): number[] {
  const level = readLevel(id)
  const degrees = tileDegrees[level]!
  const { lat, lon } = findCorner(id)
  const at = (level: number, north: number, east: number) =>
    findTileId(level, lat + (north + 0.5) * degrees, wrapDegrees(lon + (east + 0.5) * degrees))
  const ahead = [0, 1].filter((larger) => larger < level).map((larger) => at(larger, 0, 0))
  if (level === 2 && searchesAround.has(action))
    for (const [north, east] of neighbours) ahead.push(at(level, north, east))
  return ahead.filter((tile) => directory.has(tile))
}
