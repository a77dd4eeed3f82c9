import { createReadStream } from 'node:fs'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LatLon } from '../../lib/geo/index.ts'
import type { OsmFeature } from './osm-feature.ts'

/** A quarter of a degree: a city is rarely larger, and a few hundred thousand features fit in memory. */
const tilesPerDegree = 4
const maxFeaturesInMemory = 200_000

/**
 * Features by regions of the map, so that what belongs together is worked on together and a country
 * needs no more memory than its densest part. What is too much for the memory waits in files.
 */
export class Partitions {
  readonly #folder: string
  readonly #limit: number
  readonly #waiting = new Map<string, OsmFeature[]>()
  readonly #files = new Set<string>()
  #count = 0

  /** @param limit Features that may be kept in memory. */
  constructor(folder: string, limit = maxFeaturesInMemory) {
    this.#folder = join(folder, 'places')
    this.#limit = limit
  }

  /** @param at Where the locality of the feature is, so that a locality is never split. */
  async add(at: LatLon, feature: OsmFeature): Promise<void> {
    const row = Math.floor((at.lat + 90) * tilesPerDegree)
    const column = Math.floor((at.lon + 180) * tilesPerDegree)
    const key = `${String(row).padStart(4, '0')}-${String(column).padStart(4, '0')}`
    const features = this.#waiting.get(key)
    if (features) features.push(feature)
    else this.#waiting.set(key, [feature])
    if (++this.#count > this.#limit) await this.#spill()
  }

  /** Each region in turn, always in the same order; what was taken is gone. */
  async *all(): AsyncGenerator<OsmFeature[]> {
    const keys = new Set([...this.#files, ...this.#waiting.keys()])
    for (const key of [...keys].sort()) {
      const features: OsmFeature[] = []
      if (this.#files.has(key)) {
        const lines = createInterface({ input: createReadStream(this.#path(key)) })
        for await (const line of lines) features.push(JSON.parse(line) as OsmFeature)
        await rm(this.#path(key))
      }
      for (const feature of this.#waiting.get(key) ?? []) features.push(feature)
      this.#waiting.delete(key)
      yield features
    }
  }

  get count(): number {
    return new Set([...this.#files, ...this.#waiting.keys()]).size
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #spill(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    for (const [key, features] of this.#waiting) {
      const lines = features.map((feature) => `${JSON.stringify(feature)}\n`).join('')
      await appendFile(this.#path(key), lines)
      this.#files.add(key)
    }
    this.#waiting.clear()
    this.#count = 0
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.jsonl`)
  }
}
