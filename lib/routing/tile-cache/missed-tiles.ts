import { distanceMeters, type LatLon } from '#ground/geo'
import { cornerOf, type TileDirectory, tileDegrees, tilesIn } from '#routing/tile-archive'
import { positionsOf } from './needed-tiles.ts'

/** What the engine says of a tile that is not there, and of the size that it should have (baldr/graphtile.cc). */
const noTile = /Mismatch in end offset = 0 vs raw tile data size = (\d+)/

/** Tiles of the size that the engine named, at most: nearly always it is one. */
const maxOfOneSize = 8

type Query = Record<string, unknown>

/**
 * Whether the engine may have answered without a tile that it missed: traces that do not follow roads are
 * matched in another way, and excluded locations without a road are forgotten. Any other call ends with an error.
 */
export function mayHideMisses(action: string, query: Query): boolean {
  return action.startsWith('trace') || 'exclude_locations' in query
}

/**
 * Tiles that a call probably missed, where the system does not tell (see `PageTable`): those of the size that the error
 * names, the nearest first; else those around its positions, once.
 *
 * @param needs Tiles that it needed so far.
 */
export function missedByError(
  error: unknown,
  query: Query,
  needs: ReadonlySet<number>,
  directory: TileDirectory,
): number[] {
  const positions = positionsOf(query)
  const isNew = (id: number) => directory.has(id) && !needs.has(id)
  const [, size] = noTile.exec(String(error)) ?? []
  if (!size) return positions.flatMap(tilesAround).filter(isNew)
  const metersTo = (id: number) =>
    Math.min(...positions.map((position) => distanceMeters(cornerOf(id), position)))
  return Array.from(directory.ids)
    .filter((id) => directory.sizeOf(id) === Number(size) && isNew(id))
    .map((id) => ({ id, meters: metersTo(id) }))
    .sort((a, b) => a.meters - b.meters)
    .slice(0, maxOfOneSize)
    .map(({ id }) => id)
}

/** The tiles of all levels at a position, and their neighbours. */
function tilesAround({ lat, lon }: LatLon): number[] {
  return tileDegrees.flatMap((degrees, level) =>
    tilesIn(level, {
      min_lat: lat - degrees,
      max_lat: lat + degrees,
      min_lon: lon - degrees,
      max_lon: lon + degrees,
    }),
  )
}
