import type { LatLon } from '#ground/geo'
import type { SourcePlace } from '#places/gazetteer'
import { type BorderStreets, isNearBorder } from './border-streets.ts'
import type { PostcodeList } from './postcodes.ts'

/** What a tile found for places of the whole region, as plain data. */
export interface TileFindings {
  borderStreets: readonly SourcePlace[]
  /** Postcodes with their country codes. */
  codes: readonly (readonly [code: string, countryCode: string])[]
  /** Of each address the index of its postcode. */
  codeOf: Uint32Array<ArrayBuffer>
  /** Of each address latitude and longitude. */
  positions: Float64Array<ArrayBuffer>
}

/** Takes the findings of one tile, for {@link addFindings}. */
export class TileFinder {
  readonly #borderStreets: SourcePlace[] = []
  readonly #codes: [code: string, countryCode: string][] = []
  readonly #numbers = new Map<string, number>()
  readonly #codeOf: number[] = []
  readonly #positions: number[] = []

  /** See {@link BorderStreets}. */
  take(street: SourcePlace): boolean {
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
    this.#codeOf.push(number)
    this.#positions.push(lat, lon)
  }

  findings(): TileFindings {
    return {
      borderStreets: this.#borderStreets,
      codes: this.#codes,
      codeOf: Uint32Array.from(this.#codeOf),
      positions: Float64Array.from(this.#positions),
    }
  }
}

/** Adds what a tile found to that of the tiles before it. To be called in the order of the tiles: sums of positions are rounded. */
export function addFindings(
  { borderStreets, codes, codeOf, positions }: TileFindings,
  all: { borderStreets: BorderStreets; postcodes: PostcodeList },
): void {
  for (const [i, number] of codeOf.entries()) {
    const [code, countryCode] = codes[number]!
    all.postcodes.add(code, countryCode, { lat: positions[2 * i]!, lon: positions[2 * i + 1]! })
  }
  for (const street of borderStreets) all.borderStreets.take(street)
}
