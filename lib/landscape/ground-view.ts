import { Bilinear, columnOf, pixelAt, rowOf, sampleAt } from '../raster/index.ts'
import { type Band, bands, outsideDataByte } from './bands.ts'
import type { LandscapeView, Positions } from './landscape.ts'
import { type LoadedTiles, nowhere } from './loaded-tiles.ts'

/** Part of a landscape, on the tiles that were read for it. */
export class GroundView implements LandscapeView {
  readonly #features: LoadedTiles
  readonly #terrain: LoadedTiles
  readonly #bilinear: Bilinear
  /** For each position the index of its pixel's first band. */
  readonly #pixels = new WeakMap<Positions, Int32Array>()

  constructor(features: LoadedTiles, terrain: LoadedTiles) {
    this.#features = features
    this.#terrain = terrain
    this.#bilinear = new Bilinear(terrain.grid, terrain.noData)
  }

  sample(band: Band, at: Positions): Uint8Array {
    let pixels = this.#pixels.get(at)
    if (!pixels) {
      pixels = this.#find(at)
      this.#pixels.set(at, pixels)
    }
    const { samples } = this.#features
    const number = bands.indexOf(band)
    const beyond = band === 'land_cover' ? outsideDataByte : 0
    const bytes = new Uint8Array(pixels.length)
    for (let i = 0; i < bytes.length; i++) {
      const pixel = pixels[i]!
      bytes[i] = pixel === nowhere ? beyond : samples[pixel + number]!
    }
    return bytes
  }

  #find({ lats, lons }: Positions): Int32Array {
    const features = this.#features
    const { width, height } = features.grid
    const pixels = new Int32Array(lats.length)
    for (let i = 0; i < pixels.length; i++) {
      const row = pixelAt(rowOf(features.grid, lats[i]!), height)
      const column = pixelAt(columnOf(features.grid, lons[i]!), width)
      pixels[i] = row < 0 || column < 0 ? nowhere : features.at(row, column)
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
    const { grid, samples } = this.#terrain
    const { width, height, tileSide } = grid
    const north = row | 0
    const west = column | 0
    const isInOneTile =
      (north + 1) % tileSide > 0 &&
      (west + 1) % tileSide > 0 &&
      north + 1 < height &&
      west + 1 < width
    if (isInOneTile) {
      const at = this.#terrain.at(north, west)
      if (at === nowhere) return Number.NaN
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
    const at = this.#terrain.at(row, column)
    return at === nowhere ? Number.NaN : this.#terrain.samples[at]!
  }
}
