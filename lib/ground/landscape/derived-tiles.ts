import {
  countTiles,
  type RasterGrid,
  type TileSamples,
  toGridColumn,
  toGridRow,
  toPixel,
} from '#ground/raster'
import { bands } from './bands.ts'
import type { DerivedBand, DerivedLayer, Positions } from './landscape.ts'
import type { LoadedTiles } from './loaded-tiles.ts'

/**
 * Derived bytes by band and tile. They live with the tile, in the cache or in a view, and take a twelfth of its
 * memory.
 */
const derived = new WeakMap<DerivedBand, WeakMap<TileSamples, Uint8Array>>()

/** A derived band on the tiles of a view. */
export class DerivedTiles implements DerivedLayer {
  readonly #grid: RasterGrid
  readonly #across: number
  readonly #features: LoadedTiles
  readonly #band: DerivedBand
  /** Derived tiles by number, computed on first use. */
  readonly #tiles: (Uint8Array | undefined)[]

  constructor(features: LoadedTiles, band: DerivedBand) {
    this.#grid = features.grid
    this.#across = features.across
    this.#features = features
    this.#band = band
    this.#tiles = new Array(countTiles(features.grid)).fill(undefined)
  }

  read({ lats, lons }: Positions, count: number, to: Uint8Array): void {
    const { firstLat, firstLon, stepLat, stepLon, width, height, tileSide: side } = this.#grid
    const tiles = this.#tiles
    const across = this.#across
    const perSample = 1 / side
    for (let i = 0; i < count; i++) {
      const south = (firstLat - lats[i]!) / stepLat
      const east = (lons[i]! - firstLon) / stepLon
      if (!(south >= 0 && south <= height - 1 && east >= 0 && east <= width - 1)) {
        to[i] = this.#byteAtEdge(lats[i]!, lons[i]!)
        continue
      }
      const row = (south + 0.5) | 0
      const column = (east + 0.5) | 0
      // Half a sample away from every whole number: exact like a division, and faster.
      const tileRow = ((row + 0.5) * perSample) | 0
      const tileColumn = ((column + 0.5) * perSample) | 0
      const tile = tiles[tileRow * across + tileColumn] ?? this.#open(row, column)
      to[i] = tile[(row - tileRow * side) * side + column - tileColumn * side]!
    }
  }

  /** Returns the byte on the outer half of the outermost pixels, over the antimeridian, or beyond the data. */
  #byteAtEdge(lat: number, lon: number): number {
    const grid = this.#grid
    const row = toPixel(toGridRow(grid, lat), grid.height)
    const column = toPixel(toGridColumn(grid, lon), grid.width)
    if (row < 0 || column < 0) return this.#band.beyond
    const side = grid.tileSide
    return this.#open(row, column)[(row % side) * side + (column % side)]!
  }

  #open(row: number, column: number): Uint8Array {
    const side = this.#grid.tileSide
    const number = ((row / side) | 0) * this.#across + ((column / side) | 0)
    const open = this.#tiles[number]
    if (open) return open
    const samples = this.#features.findTile(row, column)
    const tile = samples
      ? deriveTile(this.#band, samples)
      : new Uint8Array(side * side).fill(this.#band.beyond)
    this.#tiles[number] = tile
    return tile
  }
}

function deriveTile(band: DerivedBand, samples: TileSamples): Uint8Array {
  let bandTiles = derived.get(band)
  if (!bandTiles) {
    bandTiles = new WeakMap()
    derived.set(band, bandTiles)
  }
  let tile = bandTiles.get(samples)
  if (!tile) {
    tile = new Uint8Array(samples.length / bands.length)
    for (let i = 0, from = 0; i < tile.length; i++, from += bands.length)
      tile[i] = band.byteOf(samples, from)
    bandTiles.set(samples, tile)
  }
  return tile
}
