import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { metersPerDegreeEast, metersPerDegreeNorth } from '../../../lib/geo/index.ts'
import type { PixelGrid } from '../../elevation/index.ts'
import {
  type Heights,
  reliefByte,
  reliefReachMeters,
  reliefs,
  slopeByte,
  slopes,
} from './relief.ts'
import type { Window } from './window.ts'

/** Reads the heights of a build block by block, for the bands `slope` and `relief`. */
export class TerrainReader {
  readonly grid: PixelGrid
  readonly #file: GeoTIFF
  readonly #image: GeoTIFFImage
  readonly #noData: number
  #strip: Strip | undefined

  private constructor(file: GeoTIFF, image: GeoTIFFImage) {
    this.#file = file
    this.#image = image
    this.#noData = image.getGDALNoData() ?? Number.NaN
    const [west = 0, north = 0] = image.getOrigin()
    const [stepLon = 0, minusStepLat = 0] = image.getResolution()
    this.grid = {
      ...{ west, north, stepLon, stepLat: -minusStepLat },
      ...{ width: image.getWidth(), height: image.getHeight() },
    }
  }

  /** @param path A `terrain.tif` of this build. */
  static async open(path: string): Promise<TerrainReader> {
    const file = await fromFile(path)
    return new TerrainReader(file, await file.getImage())
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  /**
   * The bands `slope` and `relief` of a window's block: computed on the terrain's samples, or on means over
   * feature pixels where the terrain is finer, and interpolated bilinearly.
   */
  async bytes(grid: PixelGrid, window: Window): Promise<{ slope: Uint8Array; relief: Uint8Array }> {
    const part = await this.#heights(grid, window)
    const { block } = window
    const slope = new Uint8Array(block.width * block.height)
    const relief = new Uint8Array(block.width * block.height)
    const [slopeAt, reliefAt] = [slopes(part.heights), reliefs(part.heights)]
    const { width, height } = part.heights
    const columns = places(block.width, width, (i) => {
      const lon = grid.west + (window.column + block.column + i + 0.5) * grid.stepLon
      return (lon - part.west) / part.stepLon - 0.5
    })
    const rows = places(block.height, height, (i) => {
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
        slope[i] = slopeByte(
          slopeAt[top + left]! * nw +
            slopeAt[top + right]! * ne +
            slopeAt[bottom + left]! * sw +
            slopeAt[bottom + right]! * se,
        )
        relief[i] = reliefByte(
          reliefAt[top + left]! * nw +
            reliefAt[top + right]! * ne +
            reliefAt[bottom + left]! * sw +
            reliefAt[bottom + right]! * se,
        )
      }
    }
    return { slope, relief }
  }

  /** Heights of a block with the margin of its relief; means over pixels where samples are finer. */
  async #heights(
    grid: PixelGrid,
    { column, row, block }: Window,
  ): Promise<{ heights: Heights; west: number; north: number; stepLon: number; stepLat: number }> {
    const acrossEach = Math.max(1, Math.round(grid.stepLon / this.grid.stepLon))
    const downEach = Math.max(1, Math.round(grid.stepLat / this.grid.stepLat))
    const stepLon = acrossEach * this.grid.stepLon
    const stepLat = downEach * this.grid.stepLat
    const north = grid.north - (row + block.row) * grid.stepLat
    const west = grid.west + (column + block.column) * grid.stepLon
    const middleLat = north - (block.height / 2) * grid.stepLat
    const northMeters = stepLat * metersPerDegreeNorth(middleLat)
    const eastMeters = Math.max(0.01, stepLon * metersPerDegreeEast(middleLat))
    const marginRows = Math.ceil(reliefReachMeters / northMeters) + 2
    const marginColumns = Math.ceil(reliefReachMeters / eastMeters) + 2
    const first = (offset: number): number => Math.floor(offset + 1e-6)
    const left = first((west - this.grid.west) / stepLon) - marginColumns
    const top = first((this.grid.north - north) / stepLat) - marginRows
    const width = Math.ceil((block.width * grid.stepLon) / stepLon) + 2 * marginColumns + 1
    const height = Math.ceil((block.height * grid.stepLat) / stepLat) + 2 * marginRows + 1
    const values = await this.#means(grid, { left, top, width, height }, acrossEach, downEach)
    return {
      heights: { values, width, height, northMeters, eastMeters },
      west: this.grid.west + left * stepLon,
      north: this.grid.north - top * stepLat,
      ...{ stepLon, stepLat },
    }
  }

  /**
   * Rows of samples across the grid and its margin, kept for the next block of the same row of blocks.
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

  /** Means over `acrossEach` by `downEach` samples; `NaN` where none has a height. */
  async #means(
    grid: PixelGrid,
    part: { left: number; top: number; width: number; height: number },
    acrossEach: number,
    downEach: number,
  ): Promise<Float32Array> {
    const means = new Float32Array(part.width * part.height).fill(Number.NaN)
    const top = Math.max(0, part.top * downEach)
    const bottom = Math.min(this.grid.height, (part.top + part.height) * downEach)
    if (top >= bottom) return means
    const strip = await this.#samples(grid, top, bottom)
    const left = Math.max(strip.left, part.left * acrossEach)
    const right = Math.min(strip.left + strip.width, (part.left + part.width) * acrossEach)
    const counts = new Uint16Array(means.length)
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const sample = strip.samples[(row - top) * strip.width + column - strip.left]!
        if (sample === this.#noData || Number.isNaN(sample)) continue
        const k =
          (Math.floor(row / downEach) - part.top) * part.width +
          Math.floor(column / acrossEach) -
          part.left
        means[k] = counts[k] === 0 ? sample : means[k]! + sample
        counts[k]!++
      }
    for (let k = 0; k < means.length; k++) if (counts[k]! > 1) means[k]! /= counts[k]!
    return means
  }
}

/** Samples of some rows, in the columns that the grid needs. */
interface Strip {
  top: number
  bottom: number
  left: number
  width: number
  samples: ArrayLike<number>
}

/** For each pixel the sample before it, and its offset from there in samples. */
function places(
  pixels: number,
  samples: number,
  placeOf: (pixel: number) => number,
): { first: Int32Array; share: Float32Array } {
  const first = new Int32Array(pixels)
  const share = new Float32Array(pixels)
  for (let i = 0; i < pixels; i++) {
    const place = Math.min(samples - 1, Math.max(0, placeOf(i)))
    first[i] = Math.floor(place)
    share[i] = place - first[i]!
  }
  return { first, share }
}
