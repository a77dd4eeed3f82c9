import { Bilinear, clampToSamples, toGridColumn, toGridRow, toPixel } from '#ground/raster'
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
  /** Bytes of the pixel of each position. */
  readonly #pixels = new WeakMap<Positions, Uint8Array>()

  constructor(features: LoadedTiles, terrain: LoadedTiles) {
    this.#features = features
    this.#terrain = terrain
    this.#bilinear = new Bilinear(terrain.grid, terrain.noData)
  }

  sample(band: Band, at: Positions): Uint8Array {
    let pixels = this.#pixels.get(at)
    if (!pixels) {
      pixels = this.#readPixels(at)
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

  /**
   * Reads all bands of each pixel at once: pixels are far apart in memory, but the bands of one pixel are adjacent.
   */
  #readPixels({ lats, lons }: Positions): Uint8Array {
    const features = this.#features
    const { grid } = features
    const pixels = new Uint8Array(bandCount * lats.length)
    for (let i = 0, to = 0; i < lats.length; i++, to += bandCount) {
      const row = toPixel(toGridRow(grid, lats[i]!), grid.height)
      const column = toPixel(toGridColumn(grid, lons[i]!), grid.width)
      const tile = row < 0 || column < 0 ? undefined : features.findTile(row, column)
      if (tile === undefined) {
        pixels[to + landCover] = outsideDataByte
        continue
      }
      const from = features.findIndex(row, column)
      for (let band = 0; band < bandCount; band++) pixels[to + band] = tile[from + band]!
    }
    return pixels
  }

  heights({ lats, lons }: Positions): Float32Array {
    const { grid } = this.#terrain
    const heights = new Float32Array(lats.length)
    for (let i = 0; i < heights.length; i++) {
      const row = clampToSamples(toGridRow(grid, lats[i]!), grid.height)
      const column = clampToSamples(toGridColumn(grid, lons[i]!), grid.width)
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
      const samples = this.#terrain.findTile(north, west)
      if (samples === undefined) return Number.NaN
      const at = this.#terrain.findIndex(north, west)
      return this.#bilinear.between(
        samples[at]!,
        samples[at + 1]!,
        samples[at + tileSide]!,
        samples[at + tileSide + 1]!,
        column - west,
        row - north,
      )
    }
    // Beyond the last sample, that sample is repeated with weight 0.
    const [south, east] = [Math.min(north + 1, height - 1), Math.min(west + 1, width - 1)]
    return this.#bilinear.between(
      this.#readHeight(north, west),
      this.#readHeight(north, east),
      this.#readHeight(south, west),
      this.#readHeight(south, east),
      column - west,
      row - north,
    )
  }

  #readHeight(row: number, column: number): number {
    const samples = this.#terrain.findTile(row, column)
    return samples === undefined ? Number.NaN : samples[this.#terrain.findIndex(row, column)]!
  }
}
