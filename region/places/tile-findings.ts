import type { LatLon } from '#ground/geo'
import type { SourcePlace } from '#places/gazetteer'
import { type BorderStreets, isNearBorder } from './border-streets.ts'
import type { PostcodeList } from './postcodes.ts'

/** Findings of a tile about places of the whole region, as plain data. */
export interface TileFindings {
  borderStreets: readonly SourcePlace[]
  /** Postcodes with their country codes. */
  codes: readonly (readonly [code: string, countryCode: string])[]
  /** Index of the postcode of each address. */
  codeIndexes: Uint32Array<ArrayBuffer>
  /** Latitude and longitude of each address, in turn. */
  positions: Float64Array<ArrayBuffer>
}

/** Collects the findings of one tile, for {@link addFindings}. */
export class TileFinder {
  readonly #borderStreets: SourcePlace[] = []
  readonly #codes: [code: string, countryCode: string][] = []
  readonly #numbers = new Map<string, number>()
  readonly #codeIndexes: number[] = []
  readonly #positions: number[] = []

  /** See {@link BorderStreets}. */
  keepIfNearBorder(street: SourcePlace): boolean {
    if (!isNearBorder(street)) return false
    this.#borderStreets.push(street)
    return true
  }

  /** See {@link PostcodeList}. */
  add(code: string, countryCode: string, { lat, lon }: LatLon): void {
    const key = `${countryCode}:${code}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#codes.push([code, countryCode]) - 1
      this.#numbers.set(key, number)
    }
    this.#codeIndexes.push(number)
    this.#positions.push(lat, lon)
  }

  toFindings(): TileFindings {
    return {
      borderStreets: this.#borderStreets,
      codes: this.#codes,
      codeIndexes: Uint32Array.from(this.#codeIndexes),
      positions: Float64Array.from(this.#positions),
    }
  }
}

/**
 * Adds the findings of a tile to the findings of earlier tiles. Must be called in the order of the tiles, because sums
 * of positions are rounded.
 */
export function addFindings(
  { borderStreets, codes, codeIndexes, positions }: TileFindings,
  all: { borderStreets: BorderStreets; postcodes: PostcodeList },
): void {
  for (const [i, number] of codeIndexes.entries()) {
    const [code, countryCode] = codes[number]!
    all.postcodes.add(code, countryCode, { lat: positions[2 * i]!, lon: positions[2 * i + 1]! })
  }
  for (const street of borderStreets) all.borderStreets.keepIfNearBorder(street)
}
