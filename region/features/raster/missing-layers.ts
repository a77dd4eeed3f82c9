import { type Band, encodeLandCover } from '#ground/landscape'
import type { CoverCounts } from './paint.ts'
import { type DrawStyle, roleDistanceBands, roles } from './roles.ts'

/** A band of `features.tif` with little or no data, and the reason. */
export interface MissingLayer {
  band: Band
  reason: string
}

const nouns: Record<(typeof roleDistanceBands)[number] | 'water', string> = {
  road: 'roads',
  path: 'paths',
  drainage: 'streams or ditches',
  structure: 'buildings',
  linear: 'walls, fences, hedges or railways',
  scenic: 'viewpoints, peaks, bridges or ruins',
  water: 'open water',
}

/**
 * Maximum number of roads per object of a layer. A layer with fewer objects counts as missing, since extracts made for
 * routing have roads and the odd house. Our figure: Andorra's thinnest layer has one object for 13 roads.
 */
const maxRoadsPerObject = 1000

/** Maximum unmapped share of the land; above it, land cover counts as missing. Our figure. */
const maxUnknownShare = 0.5

/** Counts drawn features and pixels, to find missing layers. */
export class LayerTally {
  readonly #counts = new Map<keyof typeof nouns, number>()
  #hasWood = false
  #land = 0
  #unknownLand = 0

  /** Counts a drawn feature. */
  feature(style: DrawStyle): void {
    for (const band of roleDistanceBands) if (style.roles & roles[band]) this.#count(band)
    if (style.cover === encodeLandCover('water')) this.#count('water')
  }

  /** Counts the pixels of a drawn block. */
  block({ land, unknownLand, wood }: CoverCounts): void {
    this.#land += land
    this.#unknownLand += unknownLand
    this.#hasWood ||= wood > 0
  }

  /** Share of the land without land cover, 0 to 1. */
  get unknownShare(): number {
    return this.#land > 0 ? this.#unknownLand / this.#land : 0
  }

  missing(): MissingLayer[] {
    const roads = this.#counts.get('road') ?? 0
    const missing: MissingLayer[] = []
    for (const band of [...roleDistanceBands, 'water'] as const) {
      const count = this.#counts.get(band) ?? 0
      if (count === 0) missing.push({ band, reason: `no ${nouns[band]} in the extract` })
      // A region may well have a single lake.
      else if (band !== 'water' && count * maxRoadsPerObject < roads)
        missing.push({ band, reason: `next to no ${nouns[band]}: ${count} for ${roads} roads` })
    }
    if (!this.#hasWood) missing.push({ band: 'wood_edge', reason: 'no wood in the extract' })
    if (this.unknownShare > maxUnknownShare) {
      const reason = `${Math.round(100 * this.unknownShare)} % of the land is not mapped`
      missing.push({ band: 'land_cover', reason })
    }
    return missing
  }

  #count(layer: keyof typeof nouns): void {
    this.#counts.set(layer, (this.#counts.get(layer) ?? 0) + 1)
  }
}
