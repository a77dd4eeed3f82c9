import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { metersPerDegreeEast, metersPerDegreeNorth } from '#ground/geo'
import type { PixelGrid } from '../../elevation/index.ts'
import {
  computeReliefs,
  computeSlopes,
  type Heights,
  reliefReachMeters,
  toReliefByte,
  toSlopeByte,
} from './relief.ts'
import type { Window } from './window.ts'

/** Reads a build's `terrain.tif` and computes the bands `slope` and `relief` from it, block by block. */
export class TerrainReader {
  readonly grid: PixelGrid
  readonly #file: GeoTIFF
  readonly #image: GeoTIFFImage
  readonly #noData: number
  /** The strip that was read last. */
  #strip: Strip | undefined

  private constructor(file: GeoTIFF, image: GeoTIFFImage) {
    this.#file = file
    this.#image = image
    this.#noData = image.getGDALNoData() ?? Number.NaN
    const [west = 0, north = 0] = image.getOrigin()
    const [stepLon = 0, negativeStepLat = 0] = image.getResolution()
    this.grid = {
      west,
      north,
      stepLon,
      stepLat: -negativeStepLat,
      width: image.getWidth(),
      height: image.getHeight(),
    }
  }

  /** @param path The build's `terrain.tif`. */
  static async open(path: string): Promise<TerrainReader> {
    const file = await fromFile(path)
    return new TerrainReader(file, await file.getImage())
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  /**
   * Returns the bands `slope` and `relief` of a window's block: computed on the terrain's samples, then interpolated
   * bilinearly. Where the terrain is finer than `grid`, samples are averaged to about its pixels first.
   */
  async bytes(grid: PixelGrid, window: Window): Promise<{ slope: Uint8Array; relief: Uint8Array }> {
    const part = await this.#heights(grid, window)
    const { block } = window
    const slope = new Uint8Array(block.width * block.height)
    const relief = new Uint8Array(block.width * block.height)
    const [slopeAt, reliefAt] = [computeSlopes(part.heights), computeReliefs(part.heights)]
    const { width, height } = part.heights
    const columns = samplePositions(block.width, width, (i) => {
      const lon = grid.west + (window.column + block.column + i + 0.5) * grid.stepLon
      return (lon - part.west) / part.stepLon - 0.5
    })
    const rows = samplePositions(block.height, height, (i) => {
      const lat = grid.north - (window.row + block.row + i + 0.5) * grid.stepLat
      return (part.north - lat) / part.stepLat - 0.5
    })
    for (let row = 0, i = 0; row < block.height; row++) {
      const top = rows.first[row]! * width
      const bottom = Math.min(rows.first[row]! + 1, height - 1) * width
      const v = rows.share[row]!
      for (let column = 0; column < block.width; column++, i++) {
        const left = columns.first[column]!
        const right = Math.min(left + 1, width - 1)
        const u = columns.share[column]!
        const nw = (1 - u) * (1 - v)
        const ne = u * (1 - v)
        const sw = (1 - u) * v
        const se = u * v
        slope[i] = toSlopeByte(
          slopeAt[top + left]! * nw +
            slopeAt[top + right]! * ne +
            slopeAt[bottom + left]! * sw +
            slopeAt[bottom + right]! * se,
        )
        relief[i] = toReliefByte(
          reliefAt[top + left]! * nw +
            reliefAt[top + right]! * ne +
            reliefAt[bottom + left]! * sw +
            reliefAt[bottom + right]! * se,
        )
      }
    }
    return { slope, relief }
  }

  /**
   * Reads the heights of a block plus a margin of {@link reliefReachMeters}, so that relief is right at its edges.
   * Terrain finer than `grid` is averaged.
   */
  async #heights(
    grid: PixelGrid,
    { column, row, block }: Window,
  ): Promise<{ heights: Heights; west: number; north: number; stepLon: number; stepLat: number }> {
    const samplesAcross = Math.max(1, Math.round(grid.stepLon / this.grid.stepLon))
    const samplesDown = Math.max(1, Math.round(grid.stepLat / this.grid.stepLat))
    const stepLon = samplesAcross * this.grid.stepLon
    const stepLat = samplesDown * this.grid.stepLat
    const north = grid.north - (row + block.row) * grid.stepLat
    const west = grid.west + (column + block.column) * grid.stepLon
    const middleLat = north - (block.height / 2) * grid.stepLat
    const northMeters = stepLat * metersPerDegreeNorth(middleLat)
    // Must not be zero at a pole.
    const eastMeters = Math.max(0.01, stepLon * metersPerDegreeEast(middleLat))
    const marginRows = Math.ceil(reliefReachMeters / northMeters) + 2
    const marginColumns = Math.ceil(reliefReachMeters / eastMeters) + 2
    const floorWithTolerance = (offset: number): number => Math.floor(offset + 1e-6)
    const left = floorWithTolerance((west - this.grid.west) / stepLon) - marginColumns
    const top = floorWithTolerance((this.grid.north - north) / stepLat) - marginRows
    const width = Math.ceil((block.width * grid.stepLon) / stepLon) + 2 * marginColumns + 1
    const height = Math.ceil((block.height * grid.stepLat) / stepLat) + 2 * marginRows + 1
    const values = await this.#means(grid, { left, top, width, height }, samplesAcross, samplesDown)
    return {
      heights: { values, width, height, northMeters, eastMeters },
      west: this.grid.west + left * stepLon,
      north: this.grid.north - top * stepLat,
      stepLon,
      stepLat,
    }
  }

  /**
   * Reads the samples of some rows across the grid and its margin. Keeps the last strip for the next block of the same
   * rows; `grid` must be the same in every call.
   */
  async #samples(grid: PixelGrid, top: number, bottom: number): Promise<Strip> {
    if (this.#strip?.top === top && this.#strip.bottom === bottom) return this.#strip
    const { west, stepLon, width } = this.grid
    const lat = grid.north - (grid.height / 2) * grid.stepLat
    const marginDegrees = (4 * reliefReachMeters) / metersPerDegreeEast(lat)
    const east = grid.west + grid.width * grid.stepLon
    const left = Math.max(0, Math.floor((grid.west - marginDegrees - west) / stepLon))
    const right = Math.min(width, Math.ceil((east + marginDegrees - west) / stepLon))
    const window = [left, top, right, bottom]
    const [samples] = (await this.#image.readRasters({ window })) as unknown as [ArrayLike<number>]
    this.#strip = { top, bottom, left, width: right - left, samples }
    return this.#strip
  }

  /** Returns means of `samplesAcross` by `samplesDown` samples; `NaN` where none of them has a height. */
  async #means(
    grid: PixelGrid,
    part: { left: number; top: number; width: number; height: number },
    samplesAcross: number,
    samplesDown: number,
  ): Promise<Float32Array> {
    const means = new Float32Array(part.width * part.height).fill(Number.NaN)
    const top = Math.max(0, part.top * samplesDown)
    const bottom = Math.min(this.grid.height, (part.top + part.height) * samplesDown)
    if (top >= bottom) return means
    const strip = await this.#samples(grid, top, bottom)
    const left = Math.max(strip.left, part.left * samplesAcross)
    const right = Math.min(strip.left + strip.width, (part.left + part.width) * samplesAcross)
    const counts = new Uint16Array(means.length)
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const sample = strip.samples[(row - top) * strip.width + column - strip.left]!
        if (sample === this.#noData || Number.isNaN(sample)) continue
        const k =
          (Math.floor(row / samplesDown) - part.top) * part.width +
          Math.floor(column / samplesAcross) -
          part.left
        means[k] = counts[k] === 0 ? sample : means[k]! + sample
        counts[k]!++
      }
    for (let k = 0; k < means.length; k++) if (counts[k]! > 1) means[k]! /= counts[k]!
    return means
  }
}

/** Samples of rows `top` to `bottom`, in the `width` columns from `left`. */
interface Strip {
  top: number
  bottom: number
  left: number
  width: number
  samples: ArrayLike<number>
}

/** Returns, for each pixel, the sample before it and the distance from that sample as a share of a step. */
function samplePositions(
  pixelCount: number,
  sampleCount: number,
  positionOf: (pixel: number) => number,
): { first: Int32Array; share: Float32Array } {
  const first = new Int32Array(pixelCount)
  const share = new Float32Array(pixelCount)
  for (let i = 0; i < pixelCount; i++) {
    const position = Math.min(sampleCount - 1, Math.max(0, positionOf(i)))
    first[i] = Math.floor(position)
    share[i] = position - first[i]!
  }
  return { first, share }
}
