import type { LatLon } from '#ground/geo'
import { fold } from '#places/text'
import { readStreetName } from './houses.ts'
import type { OsmFeature } from './osm-feature.ts'
import { measureMeters } from './plane.ts'
import { PointGrid } from './point-grid.ts'
import { cleanPostcode } from './postcode.ts'
import type { StreetFinder } from './street-finder.ts'

/**
 * Radii in metres within which all postcodes must agree; the wider one is used if the narrower has too few addresses.
 */
const agreementMeters = [100, 300] as const
const minAgreeing = 3
/** Radius around a place; no address of its own street within it may have another postcode. */
const ownStreetMeters = 400
/** Radius around a venue; all addresses within it must be of one street. */
const venueMeters = 30
const maxVenueStreetMeters = 50
/** The next street must be farther than the nearest by this factor, plus these metres. */
const [minStreetRatio, minStreetGapMeters] = [1.5, 5]

interface Address {
  at: LatLon
  street: string
  postcode: string | undefined
}

/**
 * Infers postcodes and streets of places from the addresses around them. Each rule prefers no answer to a guess. With
 * known values hidden, 98.3 to 100 % of the inferred postcodes are right in Andorra, Monaco and central Helsinki, and
 * 98.5 % of the streets of venues.
 */
export class Neighbours {
  readonly #finder: StreetFinder
  /** One grid for each radius. */
  readonly #postcodes = agreementMeters.map((meters) => new PointGrid<Address>(meters))
  readonly #addresses = new PointGrid<Address>(venueMeters)
  readonly #byStreet = new Map<string, Address[]>()

  constructor(features: readonly OsmFeature[], finder: StreetFinder) {
    this.#finder = finder
    for (const feature of features) {
      const { tags, at, countryCode, interpolated } = feature
      if (interpolated) continue
      const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
      const street = fold(readStreetName(feature))
      const address = { at, street, postcode }
      if (street && tags['addr:housenumber'] !== undefined) this.#addresses.add(at, address)
      if (!postcode) continue
      for (const grid of this.#postcodes) grid.add(at, address)
      if (!street) continue
      const ofStreet = this.#byStreet.get(street)
      if (ofStreet) ofStreet.push(address)
      else this.#byStreet.set(street, [address])
    }
  }

  /** Returns the postcode on which all addresses around the point agree. */
  inferPostcode(at: LatLon, street = ''): string | undefined {
    const postcode = this.#findAgreed(at)
    if (postcode === undefined || !street) return postcode
    const contradicts = (address: Address) =>
      address.postcode !== postcode && measureMeters(address.at, at) < ownStreetMeters
    return this.#byStreet.get(fold(street))?.some(contradicts) ? undefined : postcode
  }

  #findAgreed(at: LatLon): string | undefined {
    for (const [i, meters] of agreementMeters.entries()) {
      let agreed: string | undefined
      let count = 0
      for (const { thing } of this.#postcodes[i]!.findAround(at)) {
        if (measureMeters(thing.at, at) >= meters) continue
        if (agreed !== undefined && thing.postcode !== agreed) return undefined
        agreed = thing.postcode
        count++
      }
      if (count >= minAgreeing) return agreed
    }
    return undefined
  }

  /** Returns the street name of a venue that has no address. */
  inferStreet(at: LatLon): string | undefined {
    let street: string | undefined
    for (const { thing } of this.#addresses.findAround(at)) {
      if (measureMeters(thing.at, at) >= venueMeters) continue
      if (street !== undefined && thing.street !== street) return undefined
      street = thing.street
    }
    if (street === undefined) return undefined
    const [nearest, next] = this.#finder.findNear(at, 2 * maxVenueStreetMeters)
    if (!nearest || nearest.meters > maxVenueStreetMeters) return undefined
    if (next && next.meters < minStreetRatio * nearest.meters + minStreetGapMeters) return undefined
    const { name } = nearest.street.names
    return fold(name) === street ? name : undefined
  }
}
