import type { Bounds } from '#ground/geo'

/**
 * A north-up grid of pixels in degrees of WGS 84. `west` and `north` are the outer edges of the first pixel; its
 * sample is in the middle, whatever the registration of the file.
 */
export interface PixelGrid {
  west: number
  north: number
  stepLon: number
  stepLat: number
  width: number
  height: number
}

/** Returns the outer edges of the first and last pixels. */
export function computeGridBounds({
  west,
  north,
  stepLon,
  stepLat,
  width,
  height,
}: PixelGrid): Bounds {
  return {
    min_lat: north - height * stepLat,
    min_lon: west,
    max_lat: north,
    max_lon: west + width * stepLon,
  }
}

/** Share of a step below which positions count as equal: 30 cm on a 30 m grid. */
const alignment = 0.01

/** Returns column and row of a raster's first sample on a grid, or undefined if it is not aligned with the grid. */
export function findGridOffset(
  grid: PixelGrid,
  raster: PixelGrid,
): { column: number; row: number } | undefined {
  const column = (raster.west - grid.west) / grid.stepLon
  const row = (grid.north - raster.north) / grid.stepLat
  const drift = Math.max(
    (Math.abs(raster.stepLon - grid.stepLon) / grid.stepLon) * raster.width,
    (Math.abs(raster.stepLat - grid.stepLat) / grid.stepLat) * raster.height,
  )
  const offBy = Math.max(Math.abs(column - Math.round(column)), Math.abs(row - Math.round(row)))
  if (drift > alignment || offBy > alignment) return undefined
  // Adding 0 avoids negative zeros.
  return { column: Math.round(column) + 0, row: Math.round(row) + 0 }
}

/** Rounds outwards, but to the nearest whole number within the tolerance: rounding errors must not add a row. */
function roundOutward(value: number, round: (value: number) => number): number {
  const nearest = Math.round(value)
  return Math.abs(value - nearest) < alignment ? nearest : round(value)
}

/**
 * Returns the grid of the mosaic: the finest step of all rasters in each direction, aligned with the finest raster
 * (the first of several), covering all. Rasters on one grid, such as neighbouring tiles, need no resampling.
 */
export function planMosaicGrid(rasters: readonly PixelGrid[]): PixelGrid {
  const finest = rasters.reduce((best, raster) =>
    raster.stepLon * raster.stepLat < best.stepLon * best.stepLat * (1 - 1e-9) ? raster : best,
  )
  const stepLon = Math.min(finest.stepLon, ...rasters.map((raster) => raster.stepLon * (1 + 1e-9)))
  const stepLat = Math.min(finest.stepLat, ...rasters.map((raster) => raster.stepLat * (1 + 1e-9)))
  const boxes = rasters.map(computeGridBounds)
  const left = Math.min(...boxes.map((box) => box.min_lon))
  const right = Math.max(...boxes.map((box) => box.max_lon))
  const top = Math.max(...boxes.map((box) => box.max_lat))
  const bottom = Math.min(...boxes.map((box) => box.min_lat))
  const firstColumn = roundOutward((left - finest.west) / stepLon, Math.floor)
  const firstRow = roundOutward((finest.north - top) / stepLat, Math.floor)
  const west = finest.west + firstColumn * stepLon
  const north = finest.north - firstRow * stepLat
  return {
    west,
    north,
    stepLon,
    stepLat,
    width: roundOutward((right - west) / stepLon, Math.ceil),
    height: roundOutward((north - bottom) / stepLat, Math.ceil),
  }
}

/** Returns the share of a box that rasters cover, 0 to 1, sampled at 300 x 300 points. */
export function measureCoveredShare(box: Bounds, rasters: readonly Bounds[]): number {
  const side = 300
  let inside = 0
  for (let i = 0; i < side; i++) {
    const lat = box.min_lat + ((i + 0.5) / side) * (box.max_lat - box.min_lat)
    const across = rasters.filter((raster) => raster.min_lat <= lat && lat <= raster.max_lat)
    for (let j = 0; j < side && across.length > 0; j++) {
      const lon = box.min_lon + ((j + 0.5) / side) * (box.max_lon - box.min_lon)
      if (across.some((raster) => raster.min_lon <= lon && lon <= raster.max_lon)) inside++
    }
  }
  return inside / (side * side)
}
