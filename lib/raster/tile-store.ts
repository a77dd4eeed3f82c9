import { LRUCache } from 'lru-cache'
import { Semaphore } from '../concurrency/index.ts'
import type { RasterHeader, ReadBytes } from './header.ts'
import { TileDecoder, type TileSamples, tileBytes } from './tile-decoder.ts'
import { type TileRange, tileRanges } from './tile-ranges.ts'

/** Decoded tiles by file and number, bounded in bytes. */
export type TileCache = LRUCache<string, TileSamples>

export function tileCache(maxBytes: number): TileCache {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ byteLength }) => byteLength })
}

/** Ranges that one request reads at the same time: from afar a read is mostly waiting. */
const rangesOfRequest = 8
/** And all requests together: 64 MB decoded at most. */
const rangesAtOnce = 16
/** Decoded, the tiles of a range take no more, and there are never more than so many. */
const rangeTiles = { bytes: 4 * 1024 * 1024, count: 16 }

/** The tiles of one file, decoded: from the cache, or read, each once however many ask for it. */
export class TileStore {
  readonly #file: string
  readonly #header: RasterHeader
  readonly #read: ReadBytes
  readonly #cache: TileCache
  readonly #decoder: TileDecoder
  readonly #inFlight = new Map<number, Promise<TileSamples>>()
  readonly #maxTiles: number
  readonly #semaphore = new Semaphore(rangesAtOnce)

  /** @param file Names the content of the file in the cache. */
  constructor(file: string, header: RasterHeader, read: ReadBytes, cache: TileCache) {
    this.#file = file
    this.#header = header
    this.#read = read
    this.#cache = cache
    this.#decoder = new TileDecoder(header.format)
    const fitting = Math.floor(rangeTiles.bytes / tileBytes(header.format))
    this.#maxTiles = Math.max(1, Math.min(rangeTiles.count, fitting))
  }

  /**
   * Shows each of the tiles to `visit`, in any order. A tile is not held for longer than its visit, so
   * that any number of them takes bounded memory. When the signal is aborted nothing more is read.
   *
   * @throws Error for a damaged tile, whatever the file's `read` throws, and the signal's reason.
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
    const ranges = tileRanges(absent, this.#header, this.#maxTiles)
    let next = 0
    const readOn = async (): Promise<void> => {
      while (next < ranges.length) {
        const range = ranges[next++]!
        try {
          await this.#semaphore.run(async () => {
            for (const [tile, samples] of this.#load(range)) visit(tile, await samples)
          }, signal)
        } catch (error) {
          // The request has failed: what is left of it is not read.
          next = ranges.length
          throw error
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(rangesOfRequest, ranges.length) }, readOn))
  }

  /** Other requests may have begun to read some of the tiles by now, or have read them. */
  #load({ tiles }: TileRange): [tile: number, samples: Promise<TileSamples>][] {
    const fresh = tiles.filter(
      (tile) => !this.#inFlight.has(tile) && !this.#cache.has(this.#key(tile)),
    )
    for (const range of tileRanges(fresh, this.#header, this.#maxTiles)) this.#start(range)
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
      // Who waits for it is told; nobody may be left by then.
      samples.catch(() => {})
    }
  }

  /** What looks damaged is read once more: a fault on the way must not look like damage. */
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
