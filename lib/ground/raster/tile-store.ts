import { LRUCache } from 'lru-cache'
import { Semaphore } from '#platform/concurrency'
import type { RasterHeader, ReadBytes } from './header.ts'
import { countTileBytes, TileDecoder, type TileSamples } from './tile-decoder.ts'
import { joinTileRanges, type TileRange } from './tile-ranges.ts'

/** Decoded tiles by file and tile number, bounded in bytes. */
export type TileCache = LRUCache<string, TileSamples>

export function makeTileCache(maxBytes: number): TileCache {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ byteLength }) => byteLength })
}

/** Maximum number of concurrent reads of one request. */
const maxRangesPerRequest = 8
/** Maximum number of concurrent reads of all requests: at most 64 MB decoded. */
const maxRanges = 16
/** Limits for the decoded tiles of a range. */
const maxRangeTiles = { bytes: 4 * 1024 * 1024, count: 16 }

/** Decoded tiles of one file, from the cache or read; concurrent requests share a read. */
export class TileStore {
  readonly #file: string
  readonly #header: RasterHeader
  readonly #read: ReadBytes
  readonly #cache: TileCache
  readonly #decoder: TileDecoder
  readonly #inFlight = new Map<number, Promise<TileSamples>>()
  readonly #maxTiles: number
  readonly #semaphore = new Semaphore(maxRanges)

  /** @param file Identifies the contents of the file in the cache. */
  constructor(file: string, header: RasterHeader, read: ReadBytes, cache: TileCache) {
    this.#file = file
    this.#header = header
    this.#read = read
    this.#cache = cache
    this.#decoder = new TileDecoder(header.format)
    const fitting = Math.floor(maxRangeTiles.bytes / countTileBytes(header.format))
    this.#maxTiles = Math.max(1, Math.min(maxRangeTiles.count, fitting))
  }

  /**
   * Calls `visit` with each of the tiles, in any order. Does not keep a tile after its visit, so memory is bounded.
   * An abort stops further reads.
   *
   * @throws Error for a damaged tile, the errors of `read`, and the signal's reason.
   */
  async each(
    tiles: Iterable<number>,
    visit: (tile: number, samples: TileSamples) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    signal?.throwIfAborted()
    const absent: number[] = []
    for (const tile of tiles) {
      const samples = this.#cache.get(this.#key(tile))
      if (samples) visit(tile, samples)
      else if (this.#header.tileByteCounts[tile] === 0)
        visit(tile, this.#decoder.empty(this.#header.noData))
      else absent.push(tile)
    }
    const ranges = joinTileRanges(absent, this.#header, this.#maxTiles)
    let next = 0
    const readRanges = async (): Promise<void> => {
      while (next < ranges.length) {
        const range = ranges[next++]!
        try {
          await this.#semaphore.run(async () => {
            for (const [tile, samples] of this.#load(range)) visit(tile, await samples)
          }, signal)
        } catch (error) {
          // Stops the other readers of this request.
          next = ranges.length
          throw error
        }
      }
    }
    await Promise.all(
      Array.from({ length: Math.min(maxRangesPerRequest, ranges.length) }, readRanges),
    )
  }

  /** Reads the tiles of a range that no other request has read, or is reading, in the meantime. */
  #load({ tiles }: TileRange): [tile: number, samples: Promise<TileSamples>][] {
    const fresh = tiles.filter(
      (tile) => !this.#inFlight.has(tile) && !this.#cache.has(this.#key(tile)),
    )
    for (const range of joinTileRanges(fresh, this.#header, this.#maxTiles)) this.#start(range)
    return tiles.map((tile) => [
      tile,
      this.#inFlight.get(tile) ?? Promise.resolve(this.#cache.get(this.#key(tile))!),
    ])
  }

  #start(range: TileRange): void {
    const { start, tiles } = range
    const reading = this.#readIntact(range)
    for (const tile of tiles) {
      const samples = reading
        .then((bytes) => this.#decode(tile, bytes, start))
        .finally(() => this.#inFlight.delete(tile))
      this.#inFlight.set(tile, samples)
      // Waiters see the rejection; avoid an unhandled one.
      samples.catch(() => {})
    }
  }

  /** Reads a range, once more on a wrong checksum: a transport error must not look like damage. */
  async #readIntact({ start, end, tiles }: TileRange): Promise<Uint8Array> {
    const bytes = await this.#read(start, end)
    const intact = tiles.every((tile) => this.#isIntact(tile, this.#packed(tile, bytes, start)))
    return intact ? bytes : await this.#read(start, end)
  }

  #packed(tile: number, bytes: Uint8Array, start: number): Uint8Array {
    const from = this.#header.tileOffsets[tile]! - start
    return bytes.subarray(from, from + this.#header.tileByteCounts[tile]!)
  }

  #isIntact(tile: number, packed: Uint8Array): boolean {
    return this.#header.checksums?.matches(tile, packed) ?? true
  }

  async #decode(tile: number, bytes: Uint8Array, start: number): Promise<TileSamples> {
    const packed = this.#packed(tile, bytes, start)
    if (!this.#isIntact(tile, packed)) throw new Error(`tile ${tile} has another checksum`)
    const samples = await this.#decoder.samples(packed)
    this.#cache.set(this.#key(tile), samples)
    return samples
  }

  #key(tile: number): string {
    return `${this.#file} ${tile}`
  }
}
