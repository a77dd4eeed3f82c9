import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bounds, type LatLon, metersPerDegree } from '#ground/geo'
import { appendFeatures, takeFeatures } from './feature-file.ts'
import type { OsmFeature } from './osm-feature.ts'
import { cosine } from './plane.ts'

/** Tiles per degree: a city is rarely larger than a quarter of a degree, and its features fit in memory. */
const tilesPerDegree = 4
const maxFeaturesInMemory = 200_000

/**
 * Sorts features into map tiles, so that a country needs no more memory than its densest tile. Features that do not
 * fit in memory are written to files.
 */
export class Partitions {
  readonly #folder: string
  readonly #limit: number
  readonly #waiting = new Map<string, OsmFeature[]>()
  readonly #files = new Set<string>()
  #count = 0

  /** @param limit Maximum number of features in memory. */
  constructor(folder: string, limit = maxFeaturesInMemory) {
    this.#folder = join(folder, 'places')
    this.#limit = limit
  }

  /** @param at Position of the feature's locality, so that all features of a locality are in one tile. */
  add(at: LatLon, feature: OsmFeature): void {
    const [row, column] = [findRow(at.lat), findColumn(at.lon)]
    const key = `${String(row).padStart(4, '0')}-${String(column).padStart(4, '0')}`
    const features = this.#waiting.get(key)
    if (features) features.push(feature)
    else this.#waiting.set(key, [feature])
    if (++this.#count > this.#limit) this.#spill()
  }

  /** Yields the features of each tile, by row and column. Can be called once. */
  async *all(): AsyncGenerator<OsmFeature[]> {
    const keys = new Set([...this.#files, ...this.#waiting.keys()])
    for (const key of [...keys].sort()) {
      const features: OsmFeature[] = []
      if (this.#files.has(key)) {
        for (const feature of takeFeatures(this.#path(key))) features.push(feature)
      }
      for (const feature of this.#waiting.get(key) ?? []) features.push(feature)
      this.#waiting.delete(key)
      yield features
    }
  }

  /**
   * Writes the features of all tiles to files.
   *
   * @returns Paths of the files, by row and column.
   */
  writeAll(): string[] {
    this.#spill()
    return [...this.#files].sort().map((key) => this.#path(key))
  }

  get count(): number {
    return new Set([...this.#files, ...this.#waiting.keys()]).size
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  #spill(): void {
    mkdirSync(this.#folder, { recursive: true })
    for (const [key, features] of this.#waiting) {
      appendFeatures(this.#path(key), features)
      this.#files.add(key)
    }
    this.#waiting.clear()
    this.#count = 0
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.features`)
  }
}

/** Whether a box lies in several tiles, or nearer to a tile border than the distance. */
export function isNearTileBorder(
  { min_lat, min_lon, max_lat, max_lon }: Bounds,
  meters: number,
): boolean {
  const height = meters / metersPerDegree
  const width = height / cosine(Math.max(Math.abs(min_lat), Math.abs(max_lat)))
  return (
    findRow(min_lat - height) !== findRow(max_lat + height) ||
    findColumn(min_lon - width) !== findColumn(max_lon + width)
  )
}

function findRow(lat: number): number {
  return Math.floor((lat + 90) * tilesPerDegree)
}

function findColumn(lon: number): number {
  return Math.floor((lon + 180) * tilesPerDegree)
}
