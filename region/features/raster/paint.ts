import { type Band, encodeLandCover, outsideDataByte } from '#ground/landscape'
import { drawBarriers, visitSegments } from './barriers.ts'
import { DistanceField } from './distance-field.ts'
import { drawLandCover, fillBetweenBuildings, unknown } from './land-cover.ts'
import { fillRings } from './polygon.ts'
import { roleDistanceBands, roles } from './roles.ts'
import type { Window } from './window.ts'
import type { BucketFeature } from './window-bucket.ts'

const water = encodeLandCover('water')
const wood = encodeLandCover('wood')

/** Bands drawn from the map, for the block of a window. */
export type Painted = Record<Exclude<Band, 'slope' | 'relief'>, Uint8Array> & {
  counts: CoverCounts
}

/** Numbers of pixels of the block within the extracts. */
export interface CoverCounts {
  land: number
  unknownLand: number
  wood: number
}

export interface Ground {
  /** For each pixel of the window, 1 within the boxes of the extracts. */
  isInside: Uint8Array
  /** For each pixel of the window, the land cover of unmapped ground. */
  fallback?: Uint8Array | undefined
}

/**
 * Draws all bands of a block except `slope` and `relief`.
 *
 * @param features Features of the window, in drawing order.
 */
export function paint(
  features: readonly BucketFeature[],
  window: Window,
  { isInside, fallback }: Ground,
): Painted {
  const covers = drawLandCover(features, window)
  const isWater = covers.map((cover) => Number(cover === water))
  fillBetweenBuildings(covers, features, window)
  if (fallback)
    for (let i = 0; i < covers.length; i++) if (covers[i] === unknown) covers[i] = fallback[i]!
  for (let i = 0; i < covers.length; i++) if (isInside[i] === 0) covers[i] = outsideDataByte

  const field = new DistanceField(window)
  const distances = {} as Record<(typeof roleDistanceBands)[number], Uint8Array>
  for (const band of roleDistanceBands) {
    field.clear()
    for (const feature of features) if (feature.roles & roles[band]) draw(feature, field, window)
    distances[band] = field.bytes()
  }
  const shore = new Uint8Array(covers.length)
  field.clear()
  drawShore(features, field, shore, covers, window)
  const waterDistance = field.bytes()
  field.clear()
  drawWoodEdge(covers, field, window)
  const wood_edge = field.bytes()
  const barrier = copyBlock(drawBarriers(features, window, isWater, shore), window)
  const land_cover = copyBlock(covers, window)
  for (let i = 0; i < barrier.length; i++) if (land_cover[i] === outsideDataByte) barrier[i] = 0
  return {
    land_cover,
    ...distances,
    water: waterDistance,
    wood_edge,
    barrier,
    counts: countCovers(land_cover),
  }
}

function draw({ type, parts }: BucketFeature, field: DistanceField, window: Window): void {
  for (const part of parts) {
    if (type === 'point') field.point(part[0]!, part[1]!)
    visitSegments(part, (x0, y0, x1, y1) => field.segment(x0, y0, x1, y1))
  }
  if (type === 'polygon') fillRings(parts, window, (row, from, to) => field.inside(row, from, to))
}

/** Distance to each side of an outline at which the land cover is read, in pixels: always in another pixel. */
const besidePixels = 0.75

/**
 * Draws the outlines of open water with land on at least one side. Others are not shores: wide rivers are mapped in
 * pieces, and the sea ends at the edge of the extract.
 *
 * @param shore Set to 1 for each pixel on a shore.
 */
function drawShore(
  features: readonly BucketFeature[],
  field: DistanceField,
  shore: Uint8Array,
  covers: Uint8Array,
  { width, height }: Window,
): void {
  const isLand = (x: number, y: number): boolean => {
    const column = Math.min(width - 1, Math.max(0, Math.floor(x)))
    const row = Math.min(height - 1, Math.max(0, Math.floor(y)))
    const cover = covers[row * width + column]
    return cover !== water && cover !== outsideDataByte
  }
  const outline = (x0: number, y0: number, x1: number, y1: number): void => {
    const perLength = besidePixels / Math.max(Math.hypot(x1 - x0, y1 - y0), 1e-9)
    const [asideX, asideY] = [(y1 - y0) * perLength, (x0 - x1) * perLength]
    field.segment(x0, y0, x1, y1, (column, row, x, y) => {
      if (!isLand(x + asideX, y + asideY) && !isLand(x - asideX, y - asideY)) return false
      if (column >= 0 && column < width && row >= 0 && row < height) shore[row * width + column] = 1
      return true
    })
  }
  for (const { cover, type, parts } of features)
    if (cover === water && type === 'polygon')
      for (const part of parts) visitSegments(part, outline)
}

/** Draws the sides of pixels between wood and other land cover. */
function drawWoodEdge(covers: Uint8Array, field: DistanceField, { width, height }: Window): void {
  const differ = (i: number, k: number): boolean =>
    (covers[i] === wood) !== (covers[k] === wood) &&
    covers[i] !== outsideDataByte &&
    covers[k] !== outsideDataByte
  for (let row = 0, i = 0; row < height; row++)
    for (let column = 0; column < width; column++, i++) {
      if (column + 1 < width && differ(i, i + 1))
        field.segment(column + 1, row, column + 1, row + 1)
      if (row + 1 < height && differ(i, i + width))
        field.segment(column, row + 1, column + 1, row + 1)
    }
}

function copyBlock(values: Uint8Array, { width, block }: Window): Uint8Array {
  const bytes = new Uint8Array(block.width * block.height)
  for (let row = 0; row < block.height; row++) {
    const start = (block.row + row) * width + block.column
    bytes.set(values.subarray(start, start + block.width), row * block.width)
  }
  return bytes
}

function countCovers(covers: Uint8Array): CoverCounts {
  const counts = { land: 0, unknownLand: 0, wood: 0 }
  for (const cover of covers) {
    if (cover === outsideDataByte || cover === water) continue
    counts.land++
    if (cover === unknown) counts.unknownLand++
    else if (cover === wood) counts.wood++
  }
  return counts
}
