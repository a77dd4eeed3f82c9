import { findPixels, type RasterGrid, type TileSamples, tileCount } from '../raster/index.ts'
import { bands } from './bands.ts'
import type { DerivedBand, DerivedLayer, Positions } from './landscape.ts'
import type { LoadedTiles } from './loaded-tiles.ts'

/**
 * Derived bytes by band and tile. They live as long as the tile, in the cache or in a view, and take a
 * twelfth of its memory.
 */
const derived = new WeakMap<DerivedBand, WeakMap<TileSamples, Uint8Array>>()

/** Positions found at a time. */
const batch = 256

/** A derived band on the tiles of a view. */
export class DerivedTiles implements DerivedLayer {
  readonly #grid: RasterGrid
  readonly #across: number
  readonly #features: LoadedTiles
  readonly #band: DerivedBand
  readonly #pixels = { rows: new Int32Array(batch), columns: new Int32Array(batch) }
  /** By the number of the tile, from its first use on. */
  readonly #tiles: (Uint8Array | undefined)[]

  constructor(features: LoadedTiles, band: DerivedBand) {
    this.#grid = features.grid
    this.#across = features.across
    this.#features = features
    this.#band = band
    this.#tiles = new Array(tileCount(features.grid)).fill(undefined)
  }

  read(at: Positions, count: number, to: Uint8Array): void {
    const { rows, columns } = this.#pixels
    const [side, across] = [this.#grid.tileSide, this.#across]
    const perSample = 1 / side
    for (let first = 0; first < count; first += batch) {
      const size = Math.min(batch, count - first)
      findPixels(this.#grid, at, { first, count: size }, this.#pixels)
      for (let i = 0; i < size; i++) {
        const [row, column] = [rows[i]!, columns[i]!]
        if (row < 0) {
          to[first + i] = this.#band.beyond
          continue
        }
        // Half a sample away from every whole number: as exact as a division, and faster.
        const tileRow = ((row + 0.5) * perSample) | 0
        const tileColumn = ((column + 0.5) * perSample) | 0
        const tile = this.#tiles[tileRow * across + tileColumn] ?? this.#open(row, column)
        to[first + i] = tile[(row - tileRow * side) * side + column - tileColumn * side]!
      }
    }
  }

  #open(row: number, column: number): Uint8Array {
    const side = this.#grid.tileSide
    const samples = this.#features.tileOf(row, column)
    const tile = samples
      ? derivedOf(this.#band, samples)
      : new Uint8Array(side * side).fill(this.#band.beyond)
    this.#tiles[((row / side) | 0) * this.#across + ((column / side) | 0)] = tile
    return tile
  }
}

function derivedOf(band: DerivedBand, samples: TileSamples): Uint8Array {
  let ofBand = derived.get(band)
  if (!ofBand) {
    ofBand = new WeakMap()
    derived.set(band, ofBand)
  }
  let tile = ofBand.get(samples)
  if (!tile) {
    tile = new Uint8Array(samples.length / bands.length)
    for (let i = 0, from = 0; i < tile.length; i++, from += bands.length)
      tile[i] = band.byteOf(samples, from)
    ofBand.set(samples, tile)
  }
  return tile
}
