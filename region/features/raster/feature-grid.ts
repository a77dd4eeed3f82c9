import type { Bounds } from '#ground/geo'
import { metersPerDegreeEast, metersPerDegreeNorth } from '#ground/geo'
import { computeGridBounds, type PixelGrid } from '../../elevation/index.ts'

/** Size of a pixel in metres; the subdivision nearest to `target` is used. */
const pixelMeters = { min: 10, target: 15, max: 20 }

/**
 * Returns the grid of `features.tif`, over the part of the box with terrain. In each direction it is a whole
 * subdivision of the terrain's grid with pixels of 10 to 20 m or, on finer terrain, a whole multiple of its pixels.
 * Edges of terrain pixels are edges of feature pixels.
 *
 * @param terrain The grid of `terrain.tif`.
 * @param box The extent of the extracts.
 * @returns Undefined if the two do not overlap.
 */
export function planFeatureGrid(terrain: PixelGrid, box: Bounds): PixelGrid | undefined {
  const ground = computeGridBounds(terrain)
  const west = Math.max(box.min_lon, ground.min_lon)
  const east = Math.min(box.max_lon, ground.max_lon)
  const south = Math.max(box.min_lat, ground.min_lat)
  const north = Math.min(box.max_lat, ground.max_lat)
  if (west >= east || south >= north) return undefined
  const lat = (south + north) / 2
  const stepLon = subdivideStep(terrain.stepLon, metersPerDegreeEast(lat))
  const stepLat = subdivideStep(terrain.stepLat, metersPerDegreeNorth(lat))
  const left = Math.floor(whole((west - terrain.west) / stepLon))
  const right = Math.ceil(whole((east - terrain.west) / stepLon))
  const top = Math.floor(whole((terrain.north - north) / stepLat))
  const bottom = Math.ceil(whole((terrain.north - south) / stepLat))
  return {
    west: terrain.west + left * stepLon,
    north: terrain.north - top * stepLat,
    stepLon,
    stepLat,
    width: right - left,
    height: bottom - top,
  }
}

function subdivideStep(stepDegrees: number, metersPerDegree: number): number {
  const stepMeters = stepDegrees * metersPerDegree
  if (stepMeters <= pixelMeters.target)
    return stepDegrees * Math.max(1, Math.round(pixelMeters.target / stepMeters))
  const minParts = Math.ceil(stepMeters / pixelMeters.max)
  const misfit = (parts: number): number =>
    Math.abs(Math.log(stepMeters / parts / pixelMeters.target))
  const parts = misfit(minParts) <= misfit(minParts + 1) ? minParts : minParts + 1
  return stepDegrees / parts
}

/** Removes rounding errors, which must not add a row. */
function whole(value: number): number {
  const nearest = Math.round(value)
  return Math.abs(value - nearest) < 1e-6 ? nearest : value
}

/** Returns an upper bound of the pixels of the feature grid in a box, for any terrain. */
export function countFeaturePixels({ min_lat, min_lon, max_lat, max_lon }: Bounds): number {
  const widest = metersPerDegreeEast(
    min_lat * max_lat < 0 ? 0 : Math.min(Math.abs(min_lat), Math.abs(max_lat)),
  )
  const north = (max_lat - min_lat) * metersPerDegreeNorth(max_lat)
  const east = (max_lon - min_lon) * widest
  return (north * east) / pixelMeters.min ** 2
}
