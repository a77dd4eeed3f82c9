import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { type Band, bands } from '#ground/landscape'
import type { PixelGrid } from '../../elevation/index.ts'
import { buildTiffHeader, tileSide } from './tiff-header.ts'
import type { Window } from './window.ts'

const pack = promisify(deflate) as (bytes: Uint8Array) => Promise<Buffer>

/**
 * Writes `features.tif`, a cloud-optimised GeoTIFF without overviews, block by block. Tiles are deflated
 * on Node's thread pool while the next block is drawn, and only the offsets of tiles stay in memory. (GDAL
 * would need the whole raster uncompressed first, and takes longer to start than a small region does.)
 */
export class FeatureFile {
  readonly #grid: PixelGrid
  readonly #file: FileHandle
  readonly #across: number
  readonly #offsets: number[]
  readonly #byteCounts: number[]
  #end: number
  #writing: Promise<void> = Promise.resolve()

  private constructor(grid: PixelGrid, file: FileHandle) {
    this.#grid = grid
    this.#file = file
    this.#across = Math.ceil(grid.width / tileSide)
    const tiles = this.#across * Math.ceil(grid.height / tileSide)
    this.#offsets = new Array(tiles).fill(0)
    this.#byteCounts = new Array(tiles).fill(0)
    this.#end = this.#header().length
  }

  static async create(path: string, grid: PixelGrid): Promise<FeatureFile> {
    return new FeatureFile(grid, await open(path, 'w'))
  }

  /** Takes a block aligned with tiles; resolves when the previous block is written. */
  async write({ column, row, block }: Window, values: Record<Band, Uint8Array>): Promise<void> {
    await this.#writing
    const firstColumn = (column + block.column) / tileSide
    const firstRow = (row + block.row) / tileSide
    const packing: [tile: number, bytes: Promise<Buffer>][] = []
    for (let top = 0; top < block.height; top += tileSide)
      for (let left = 0; left < block.width; left += tileSide) {
        const tile = (firstRow + top / tileSide) * this.#across + firstColumn + left / tileSide
        packing.push([tile, pack(encodeTile(values, block, left, top))])
      }
    this.#writing = this.#write(packing)
    // The next call sees the rejection; this avoids an unhandled one.
    this.#writing.catch(() => {})
  }

  /** Writes the last block and the header. */
  async finish(): Promise<void> {
    await this.#writing
    await this.#file.write(this.#header(), 0, null, 0)
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {})
    await this.#file.close()
  }

  async #write(packing: [tile: number, bytes: Promise<Buffer>][]): Promise<void> {
    // Awaited together, so that no rejection stays unhandled.
    const packed = await Promise.all(packing.map(([, bytes]) => bytes))
    for (const [i, [tile]] of packing.entries()) {
      const bytes = packed[i]!
      await this.#file.write(bytes, 0, bytes.length, this.#end)
      this.#offsets[tile] = this.#end
      this.#byteCounts[tile] = bytes.length
      this.#end += bytes.length
    }
  }

  #header(): Buffer {
    return buildTiffHeader(this.#grid, { offsets: this.#offsets, byteCounts: this.#byteCounts })
  }
}

/**
 * Returns the bytes of a tile, pixel-interleaved, as differences from the pixel to the west (TIFF predictor 2). Beyond
 * the block they are 0.
 */
function encodeTile(
  values: Record<Band, Uint8Array>,
  block: { width: number; height: number },
  left: number,
  top: number,
): Uint8Array {
  const bytes = new Uint8Array(tileSide * tileSide * bands.length)
  const width = Math.min(tileSide, block.width - left)
  const height = Math.min(tileSide, block.height - top)
  for (const [b, band] of bands.entries()) {
    const source = values[band]
    for (let row = 0; row < height; row++) {
      const from = (top + row) * block.width + left
      let to = row * tileSide * bands.length + b
      let before = 0
      for (let column = 0; column < width; column++, to += bands.length) {
        const value = source[from + column]!
        // Most differences are 0, like the bytes of a new buffer.
        if (value === before) continue
        bytes[to] = value - before
        before = value
      }
      // Without this difference the last value would continue to the end of the row.
      if (width < tileSide) bytes[to] = -before
    }
  }
  return bytes
}
