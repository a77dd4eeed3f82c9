import type { LatLon } from '#ground/geo'
import type { LocalPlane, LonLat } from '../prediction.ts'
import { areaLimits } from './limits.ts'
import { createLocalPlane } from './local-plane.ts'
import type { PlanePoint } from './plane-shape.ts'
import { createRefusal } from './refusal.ts'

/**
 * @param path Field of the positions, for the error message.
 * @throws ApiError `bad_request` naming the first invalid position.
 */
export function assertOnGlobe(positions: readonly LonLat[], path: string): void {
  positions.forEach(([lon, lat], i) => {
    if (!(Math.abs(lon) <= 180)) {
      throw createRefusal(`${path}.${i}.0`, 'is a longitude and must be between -180 and 180')
    }
    if (!(Math.abs(lat) <= 90)) {
      const swapped = Math.abs(lat) <= 180 ? '; positions are [lng, lat]' : ''
      throw createRefusal(
        `${path}.${i}.1`,
        `is a latitude and must be between -90 and 90${swapped}`,
      )
    }
  })
}

/**
 * Builds the plane around the middle of the positions' bounding box.
 *
 * @param beyondMeters Distance that the area reaches beyond the positions.
 * @throws ApiError `bad_request` when the area reaches too far from its middle.
 */
export function createPlaneAround(
  positions: readonly LonLat[],
  beyondMeters: number,
  path: string,
): { plane: LocalPlane; reachMeters: number } {
  const limit = areaLimits.reachKilometers * 1000
  const at = ([lon, lat]: LonLat): LatLon => ({ lat, lon })
  const firstPlane = createLocalPlane(at(positions[0]!))
  const box = { west: 0, south: 0, east: 0, north: 0 }
  for (const position of positions) {
    const { east, north } = firstPlane.toPlane(at(position))
    // Negated to catch NaN: positions on the other side of the globe cannot be projected.
    if (!(Math.hypot(east, north) <= 2 * limit)) throw createTooFarError(path)
    box.west = Math.min(box.west, east)
    box.south = Math.min(box.south, north)
    box.east = Math.max(box.east, east)
    box.north = Math.max(box.north, north)
  }
  const plane = createLocalPlane(
    firstPlane.toGlobe((box.west + box.east) / 2, (box.south + box.north) / 2),
  )
  let reachMeters = 0
  for (const position of positions) {
    const { east, north } = plane.toPlane(at(position))
    reachMeters = Math.max(reachMeters, Math.hypot(east, north) + beyondMeters)
  }
  if (reachMeters > limit) throw createTooFarError(path)
  return { plane, reachMeters }
}

/** Projects positions onto the plane, without consecutive duplicates. */
export function projectOntoPlane(plane: LocalPlane, positions: readonly LonLat[]): PlanePoint[] {
  return positions
    .filter((position, i) => i === 0 || !isSamePosition(position, positions[i - 1]!))
    .map(([lon, lat]) => plane.toPlane({ lat, lon }))
}

/** Returns whether two positions are equal. Longitudes -180 and 180 are equal. */
export function isSamePosition(a: LonLat, b: LonLat): boolean {
  const lonDifference = Math.abs(a[0] - b[0])
  return a[1] === b[1] && (lonDifference === 0 || lonDifference === 360)
}

function createTooFarError(path: string) {
  return createRefusal(
    path,
    `reaches more than ${areaLimits.reachKilometers} km from its middle; ask for its parts one by one`,
  )
}
