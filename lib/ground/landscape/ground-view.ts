import { Bilinear, columnOf, pixelAt, rowOf, sampleAt } from '#ground/raster'
import { type Band, bands, outsideDataByte } from './bands.ts'
import { DerivedTiles } from './derived-tiles.ts'
import type { DerivedBand, DerivedLayer, LandscapeView, Positions } from './landscape.ts'
import type { LoadedTiles } from './loaded-tiles.ts'

const bandCount = bands.length
const landCover = bands.indexOf('land_cover')

/** Part of a landscape, on the tiles that were read for it. */
export class GroundView implements LandscapeView {
  readonly #features: LoadedTiles
  readonly #terrain: LoadedTiles
  readonly #bilinear: Bilinear
  /** For each position the bytes of its pixel. */
  readonly #pixels = new WeakMap<Positions, Uint8Array>()

  constructor(features: LoadedTiles, terrain: LoadedTiles) {
    this.#features = features
    this.#terrain = terrain
    this.#bilinear = new Bilinear(terrain.grid, terrain.noData)
  }

  sample(band: Band, at: Positions): Uint8Array {
    let pixels = this.#pixels.get(at)
    if (!pixels) {
      pixels = this.#pixelsOf(at)
      this.#pixels.set(at, pixels)
    }
    const bytes = new Uint8Array(at.lats.length)
    for (let i = 0, from = bands.indexOf(band); i < bytes.length; i++, from += bandCount)
      bytes[i] = pixels[from]!
    return bytes
  }

  derive(band: DerivedBand): DerivedLayer {
    return new DerivedTiles(this.#features, band)
  }

  /** All bands of each pixel, read once: pixels in memory are far apart, the bands of one are not. */
  #pixelsOf({ lats, lons }: Positions): Uint8Array {
    const features = this.#features
    const { grid } = features
    const pixels = new Uint8Array(bandCount * lats.length)
    for (let i = 0, to = 0; i < lats.length; i++, to += bandCount) {
      const row = pixelAt(rowOf(grid, lats[i]!), grid.height)
      const column = pixelAt(columnOf(grid, lons[i]!), grid.width)
      const tile = row < 0 || column < 0 ? undefined : features.tileOf(row, column)
      if (tile === undefined) {
        pixels[to + landCover] = outsideDataByte
        continue
      }
      const from = features.indexOf(row, column)
      for (let band = 0; band < bandCount; band++) pixels[to + band] = tile[from + band]!
    }
    return pixels
  }

  heights({ lats, lons }: Positions): Float32Array {
    const { grid } = this.#terrain
    const heights = new Float32Array(lats.length)
    for (let i = 0; i < heights.length; i++) {
      const row = sampleAt(rowOf(grid, lats[i]!), grid.height)
      const column = sampleAt(columnOf(grid, lons[i]!), grid.width)
      heights[i] = this.#heightAt(row, column)
    }
    return heights
  }

  #heightAt(row: number, column: number): number {
    // Both are NaN beyond the grid.
    if (!(row >= 0 && column >= 0)) return Number.NaN
    const { grid } = this.#terrain
    const { width, height, tileSide } = grid
    const north = row | 0
    const west = column | 0
    const isInOneTile =
      (north + 1) % tileSide > 0 &&
      (west + 1) % tileSide > 0 &&
      north + 1 < height &&
      west + 1 < width
    if (isInOneTile) {
      const samples = this.#terrain.tileOf(north, west)
      if (samples === undefined) return Number.NaN
      const at = this.#terrain.indexOf(north, west)
      return this.#bilinear.between(
        samples[at]!,
        samples[at + 1]!,
        samples[at + tileSide]!,
        samples[at + tileSide + 1]!,
        column - west,
        row - north,
      )
    }
    // Beyond the last sample its own value stands in, with weight 0.
    const [south, east] = [Math.min(north + 1, height - 1), Math.min(west + 1, width - 1)]
    return this.#bilinear.between(
      this.#heightOf(north, west),
      this.#heightOf(north, east),
      this.#heightOf(south, west),
      this.#heightOf(south, east),
      column - west,
      row - north,
    )
  }

  #heightOf(row: number, column: number): number {
    const samples = this.#terrain.tileOf(row, column)
    return samples === undefined ? Number.NaN : samples[this.#terrain.indexOf(row, column)]!
  }
}
