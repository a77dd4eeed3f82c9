import { distanceMeters, type LatLon } from '#ground/geo'
import { findCorner, listTileIds, type TileDirectory, tileDegrees } from '#routing/tile-archive'
import { listPositions } from './needed-tiles.ts'

/** Error of the engine about a missing tile and its expected size (baldr/graphtile.cc). */
const noTile = /Mismatch in end offset = 0 vs raw tile data size = (\d+)/

/** Maximum number of tiles of the size in the error: there is nearly always only one. */
const maxOfOneSize = 8

type Query = Record<string, unknown>

/**
 * Returns whether the engine may have answered without a tile that it missed. Traces that do not follow roads are
 * matched in another way, and excluded locations without a road are ignored. Any other call ends with an error.
 */
export function mayHideMisses(action: string, query: Query): boolean {
  return action.startsWith('trace') || 'exclude_locations' in query
}

/**
 * Finds the tiles that a call probably missed, on systems without a page table (see `PageTable`): tiles of the size
 * in the error, the nearest first; else the tiles around its positions, once.
 *
 * @param needs Tiles that the call has needed so far.
 */
export function guessMissedTiles(
  error: unknown,
  query: Query,
  needs: ReadonlySet<number>,
  directory: TileDirectory,
): number[] {
  const positions = listPositions(query)
  const isNew = (id: number) => directory.has(id) && !needs.has(id)
  const [, size] = noTile.exec(String(error)) ?? []
  if (!size) return positions.flatMap(listTilesAround).filter(isNew)
  const metersTo = (id: number) =>
    Math.min(...positions.map((position) => distanceMeters(findCorner(id), position)))
  return Array.from(directory.ids)
    .filter((id) => directory.readSize(id) === Number(size) && isNew(id))
    .map((id) => ({ id, meters: metersTo(id) }))
    .sort((a, b) => a.meters - b.meters)
    .slice(0, maxOfOneSize)
    .map(({ id }) => id)
}

/** Returns the tiles of all levels at a position, and their neighbours. */
function listTilesAround({ lat, lon }: LatLon): number[] {
  return tileDegrees.flatMap((degrees, level) =>
    listTileIds(level, {
      min_lat: lat - degrees,
      max_lat: lat + degrees,
      min_lon: lon - degrees,
      max_lon: lon + degrees,
    }),
  )
}
