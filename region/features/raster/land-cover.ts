import { encodeLandCover, type LandCover, landCovers } from '#ground/landscape'
import { signedArea } from '../measure.ts'
import { fillRings } from './polygon.ts'
import { roles } from './roles.ts'
import type { Window } from './window.ts'
import type { BucketFeature } from './window-bucket.ts'

const builtUp = encodeLandCover('built_up')
export const unknown = encodeLandCover('unknown')

/**
 * Draws the land cover of the map, a byte for each pixel of the window, in the order of ranks: wide areas first. An
 * area covers the pixels whose middle it contains.
 */
export function drawLandCover(features: readonly BucketFeature[], window: Window): Uint8Array {
  const covers = new Uint8Array(window.width * window.height)
  const areas = features.filter(({ cover, type }) => cover !== unknown && type === 'polygon')
  // The sort is stable.
  areas.sort((a, b) => a.rank - b.rank)
  for (const { cover, parts } of areas)
    fillRings(parts, window, (row, from, to) =>
      covers.fill(cover, row * window.width + from, row * window.width + to),
    )
  return covers
}

/** Minimum share of buildings for built-up ground, in a square that reaches this far in each direction. */
const dense = { share: 0.1, reachMeters: 100 }

/**
 * Buildings up to this many pixels wide and high add their whole area to the pixel at their centre; larger ones are
 * filled pixel by pixel.
 */
const maxSmallPixels = 4

/**
 * Makes unmapped ground `built_up` where buildings cover at least a tenth of the square that reaches 100 m in each
 * direction: the map often has the houses of a settlement but not its land use. Neither threshold has a source.
 */
export function fillBetweenBuildings(
  covers: Uint8Array,
  features: readonly BucketFeature[],
  window: Window,
): void {
  const { width, height, pixelNorthMeters, pixelEastMeters } = window
  const buildings = features.filter(
    ({ roles: bits, type }) => bits & roles.structure && type === 'polygon',
  )
  if (buildings.length === 0) return
  /** Built-up area of each pixel, square pixels. */
  const built = new Float32Array(width * height)
  for (const { parts } of buildings) addBuilding(built, parts, window)
  const reachRows = Math.round(dense.reachMeters / pixelNorthMeters)
  // Within a window the width of pixels changes the reach by less than a pixel.
  const reachColumns = Math.round(dense.reachMeters / pixelEastMeters[height >> 1]!)
  const min = dense.share * (2 * reachRows + 1) * (2 * reachColumns + 1)
  /** Sum of each column over the rows in reach. */
  const columnSums = new Float64Array(width)
  const addRow = (row: number, sign: 1 | -1): void => {
    if (row < 0 || row >= height) return
    for (let column = 0, i = row * width; column < width; column++, i++)
      columnSums[column]! += sign * built[i]!
  }
  for (let row = 0; row < reachRows; row++) addRow(row, 1)
  for (let row = 0; row < height; row++) {
    addRow(row + reachRows, 1)
    addRow(row - reachRows - 1, -1)
    let sum = 0
    for (let column = -reachColumns; column < width; column++) {
      sum += columnSums[column + reachColumns] ?? 0
      if (column < 0) continue
      const i = row * width + column
      if (covers[i] === unknown && sum >= min) covers[i] = builtUp
      sum -= columnSums[column - reachColumns] ?? 0
    }
  }
}

function addBuilding(built: Float32Array, parts: readonly Float64Array[], window: Window): void {
  const { width, height } = window
  const outline = parts[0]!
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < outline.length; i += 2) {
    left = Math.min(left, outline[i]!)
    right = Math.max(right, outline[i]!)
    top = Math.min(top, outline[i + 1]!)
    bottom = Math.max(bottom, outline[i + 1]!)
  }
  if (parts.length > 1 || right - left > maxSmallPixels || bottom - top > maxSmallPixels) {
    fillRings(parts, window, (row, from, to) => {
      for (let i = row * width + from; i < row * width + to; i++) built[i] = 1
    })
    return
  }
  const column = Math.floor((left + right) / 2)
  const row = Math.floor((top + bottom) / 2)
  if (column < 0 || column >= width || row < 0 || row >= height) return
  built[row * width + column]! += Math.abs(signedArea(outline))
}

/**
 * Land cover of ESA WorldCover by its byte (Product User Manual 2.0, 2022, table of classes): tree
 * cover, shrubland, grassland, cropland, built-up, bare or sparse, snow and ice, permanent water,
 * herbaceous wetland, mangroves, moss and lichen.
 */
const worldCover = new Map<number, LandCover>([
  [10, 'wood'],
  [20, 'scrub'],
  [30, 'open'],
  [40, 'field'],
  [50, 'built_up'],
  [60, 'rock'],
  [70, 'ice'],
  [80, 'water'],
  [90, 'wetland'],
  [95, 'wood'],
  [100, 'open'],
])

/** Byte of a land cover for each byte of WorldCover; `unknown` for missing data. */
export const worldCoverBytes = Uint8Array.from({ length: 256 }, (_, code) => {
  const cover = worldCover.get(code)
  return cover ? landCovers.indexOf(cover) : unknown
})

/** Returns whether WorldCover uses a byte: for a class, or 0 or 255 for no data. */
export function isWorldCover(code: number): boolean {
  return code === 0 || code === 255 || worldCover.has(code)
}
