import { type Band, landCoverByte } from '../../../lib/landscape/index.ts'
import type { CoverCounts } from './paint.ts'
import { type Drawn, drawnBands, roles } from './roles.ts'

/** What `features.tif` has nothing for, or too little, and why. */
export interface MissingLayer {
  band: Band
  reason: string
}

const nouns: Record<(typeof drawnBands)[number] | 'water', string> = {
  road: 'roads',
  path: 'paths',
  drainage: 'streams or ditches',
  structure: 'buildings',
  linear: 'walls, fences, railways or power lines',
  scenic: 'viewpoints, peaks, bridges or ruins',
  water: 'open water',
}

/**
 * A layer with fewer than one object for so many roads is taken for left out, not for empty: extracts
 * that were made for routing have roads and the odd house. Ours; Andorra's thinnest layer has one object
 * for every 13 roads.
 */
const roadsForEach = 1000

/** More unmapped land than this, and land cover is said to be missing. Ours. */
const mostUnknown = 0.5

/** Counts what is drawn, to say in the end what is missing. */
export class LayerTally {
  readonly #counts = new Map<keyof typeof nouns, number>()
  #hasWood = false
  #land = 0
  #unknownLand = 0

  /** Counts a feature that is drawn somewhere. */
  feature(drawn: Drawn): void {
    for (const band of drawnBands) if (drawn.roles & roles[band]) this.#count(band)
    if (drawn.cover === landCoverByte('water')) this.#count('water')
  }

  /** Counts a block that is drawn. */
  block({ land, unknownLand, wood }: CoverCounts): void {
    this.#land += land
    this.#unknownLand += unknownLand
    this.#hasWood ||= wood > 0
  }

  missing(): MissingLayer[] {
    const roads = this.#counts.get('road') ?? 0
    const missing: MissingLayer[] = []
    for (const band of [...drawnBands, 'water'] as const) {
      const count = this.#counts.get(band) ?? 0
      if (count === 0) missing.push({ band, reason: `no ${nouns[band]} in the extract` })
      // A region may well have a single lake.
      else if (band !== 'water' && count * roadsForEach < roads)
        missing.push({ band, reason: `next to no ${nouns[band]}: ${count} for ${roads} roads` })
    }
    if (!this.#hasWood) missing.push({ band: 'wood_edge', reason: 'no wood in the extract' })
    const unknownShare = this.#land > 0 ? this.#unknownLand / this.#land : 0
    if (unknownShare > mostUnknown) {
      const reason = `${Math.round(100 * unknownShare)} % of the land is not mapped`
      missing.push({ band: 'land_cover', reason })
    }
    return missing
  }

  #count(layer: keyof typeof nouns): void {
    this.#counts.set(layer, (this.#counts.get(layer) ?? 0) + 1)
  }
}
