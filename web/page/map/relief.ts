import { fromCustomClient, type GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { useNativeInflate } from './native-inflate.ts'

useNativeInflate()

/** Side of a tile, pixels. */
export const tileSide = 256
/** Maximum number of decoded pieces of elevation in memory. */
const maxPieces = 64
/** Side of a piece, samples. */
const pieceSide = 256

/** A Web Mercator tile. */
export interface TilePlace {
  zoom: number
  x: number
  y: number
}

interface Level {
  image: GeoTIFFImage
  width: number
  height: number
  west: number
  north: number
  stepLon: number
  stepLat: number
}

type PieceSamples = ArrayLike<number>

/**
 * Reads the region's elevation from its cloud-optimised GeoTIFF with range requests, at the resolution that is needed.
 */
export class Relief {
  readonly #url: string
  #levels: Promise<Level[]> | undefined
  #noData = Number.NaN
  readonly #pieces = new Map<string, Promise<PieceSamples>>()

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Returns heights in metres above sea level at the pixel centres of a Web Mercator tile, row by row from the north.
   * The grid includes a border of `border` pixels around the tile.
   */
  async readGrid({ zoom, x, y }: TilePlace, border: number): Promise<Float32Array> {
    const tiles = 2 ** zoom
    const across = tileSide + 2 * border
    const share = (start: number, i: number) => (start + (i - border + 0.5) / tileSide) / tiles
    const steps = Array.from({ length: across }, (_, i) => i)
    const lons = steps.map((column) => (share(x, column) - 0.5) * 360)
    const lats = steps.map((row) => toLatitude(share(y, row)))
    const level = selectLevel(await this.#loadLevels(), 360 / tiles / tileSide)
    const heights = await this.#loadWindow(level, {
      west: lons[0]!,
      east: lons.at(-1)!,
      north: lats[0]!,
      south: lats.at(-1)!,
    })
    const grid = new Float32Array(across * across)
    for (const row of steps) {
      for (const column of steps) {
        // The area outside the data is sea.
        grid[row * across + column] = heights(lats[row]!, lons[column]!) ?? 0
      }
    }
    return grid
  }

  /** Returns the height in metres above sea level, or undefined where the region has no elevation. */
  async heightAt({ lat, lon }: { lat: number; lon: number }): Promise<number | undefined> {
    const [level] = await this.#loadLevels()
    if (!level) return undefined
    const heights = await this.#loadWindow(level, { west: lon, east: lon, north: lat, south: lat })
    return heights(lat, lon)
  }

  #loadLevels(): Promise<Level[]> {
    this.#levels ??= this.#readLevels()
    return this.#levels
  }

  /** Reads the levels, from the finest to the coarsest. */
  async #readLevels(): Promise<Level[]> {
    const file: GeoTIFF = await fromCustomClient(makeRangeClient(this.#url), {
      allowFullFile: false,
    })
    const first = await file.getImage(0)
    this.#noData = first.getGDALNoData() ?? Number.NaN
    const [west = 0, south = 0, east = 0, north = 0] = first.getBoundingBox()
    const levels: Level[] = []
    for (let i = 0; i < (await file.getImageCount()); i++) {
      const image = await file.getImage(i)
      const [width, height] = [image.getWidth(), image.getHeight()]
      const [stepLon, stepLat] = [(east - west) / width, (north - south) / height]
      levels.push({ image, width, height, west, north, stepLon, stepLat })
    }
    return levels
  }

  /**
   * Loads a window and returns a function that interpolates heights in it. Voids are filled from the samples around
   * them.
   */
  async #loadWindow(
    level: Level,
    box: { west: number; east: number; north: number; south: number },
  ): Promise<(lat: number, lon: number) => number | undefined> {
    const column = (lon: number) => (lon - level.west) / level.stepLon - 0.5
    const row = (lat: number) => (level.north - lat) / level.stepLat - 0.5
    const piece = (value: number, count: number) =>
      Math.floor(Math.min(count - 1, Math.max(0, value)) / pieceSide)
    const pieces = new Map<number, PieceSamples>()
    const across = Math.ceil(level.width / pieceSide)
    const loading: Promise<void>[] = []
    const [top, bottom] = [row(box.north) - 1, row(box.south) + 2]
    const [left, right] = [column(box.west) - 1, column(box.east) + 2]
    const isOutside =
      bottom < 0 || top > level.height || right < 0 || left > level.width || level.width === 0
    for (let y = piece(top, level.height); !isOutside && y <= piece(bottom, level.height); y++) {
      for (let x = piece(left, level.width); x <= piece(right, level.width); x++) {
        const load = async () => void pieces.set(y * across + x, await this.#loadPiece(level, x, y))
        loading.push(load())
      }
    }
    await Promise.all(loading)
    const sample = (x: number, y: number): number | undefined => {
      const samples = pieces.get(Math.floor(y / pieceSide) * across + Math.floor(x / pieceSide))
      const startX = Math.floor(x / pieceSide) * pieceSide
      const width = Math.min(pieceSide, level.width - startX)
      const value = samples?.[(y % pieceSide) * width + (x - startX)]
      return value === undefined || value === this.#noData || Number.isNaN(value)
        ? undefined
        : value
    }
    return (lat, lon) => {
      const [x, y] = [column(lon), row(lat)]
      if (x < -1 || y < -1 || x > level.width || y > level.height) return undefined
      const [west, north] = [Math.floor(x), Math.floor(y)]
      let [sum, weights] = [0, 0]
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const atX = Math.min(level.width - 1, Math.max(0, west + dx))
        const atY = Math.min(level.height - 1, Math.max(0, north + dy))
        const value = sample(atX, atY)
        const weight = (1 - Math.abs(x - west - dx)) * (1 - Math.abs(y - north - dy))
        if (value === undefined || weight <= 0) continue
        sum += weight * value
        weights += weight
      }
      return weights > 0 ? sum / weights : fillVoid(sample, Math.round(x), Math.round(y))
    }
  }

  #loadPiece(level: Level, x: number, y: number): Promise<PieceSamples> {
    const key = `${level.width}/${x}/${y}`
    const cached = this.#pieces.get(key)
    if (cached) {
      // Moves the piece to the end, as the most recently used.
      this.#pieces.delete(key)
      this.#pieces.set(key, cached)
      return cached
    }
    const [left, top] = [x * pieceSide, y * pieceSide]
    const right = Math.min(level.width, left + pieceSide)
    const bottom = Math.min(level.height, top + pieceSide)
    const reading = level.image
      .readRasters({ window: [left, top, right, bottom], samples: [0], interleave: true })
      .then((samples) => samples as unknown as PieceSamples)
    reading.catch(() => this.#pieces.delete(key))
    this.#pieces.set(key, reading)
    const [oldest] = this.#pieces.keys()
    if (this.#pieces.size > maxPieces && oldest) this.#pieces.delete(oldest)
    return reading
  }
}

/**
 * Fetches ranges without the browser's cache, which sometimes returned truncated parts of a file after a reload.
 * Decoded pieces are cached in memory.
 */
function makeRangeClient(url: string): Parameters<typeof fromCustomClient>[0] {
  return {
    url,
    async request({ headers, signal } = {}) {
      const response = await fetch(url, {
        ...(headers && { headers }),
        ...(signal && { signal }),
        cache: 'no-store',
      })
      return {
        ok: response.ok,
        status: response.status,
        getHeader: (name: string) => response.headers.get(name) ?? undefined,
        getData: () => response.arrayBuffer(),
      }
    },
  }
}

/** Maximum distance from a void to the samples that fill it, in samples. */
const maxVoid = 40

/** Fills a void with the mean of the nearest samples in eight directions. Closer samples have more weight. */
function fillVoid(
  sample: (x: number, y: number) => number | undefined,
  x: number,
  y: number,
): number | undefined {
  let [sum, weights] = [0, 0]
  for (const [dx, dy] of directions) {
    for (let step = 1; step <= maxVoid; step++) {
      const [atX, atY] = [x + dx * step, y + dy * step]
      const value = atX < 0 || atY < 0 ? undefined : sample(atX, atY)
      if (value === undefined) continue
      sum += value / step
      weights += 1 / step
      break
    }
  }
  return weights > 0 ? sum / weights : undefined
}

const directions = [-1, 0, 1].flatMap((dx) =>
  [-1, 0, 1].flatMap((dy) => (dx === 0 && dy === 0 ? [] : [[dx, dy] as const])),
)

/** Selects the coarsest level with samples at most 1.5 pixels apart, or else the finest. */
function selectLevel(levels: readonly Level[], degreesPerPixel: number): Level {
  return levels.findLast(({ stepLon }) => stepLon <= degreesPerPixel * 1.5) ?? levels[0]!
}

/**
 * Returns the latitude in degrees for a vertical share of the Web Mercator map: 0 at its north edge, 1 at its south
 * edge.
 */
export function toLatitude(share: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI
}
