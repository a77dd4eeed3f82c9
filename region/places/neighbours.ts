import type { LatLon } from '#ground/geo'
import { fold } from '#places/text'
import { streetNameOf } from './houses.ts'
import type { OsmFeature } from './osm-feature.ts'
import { flatMeters } from './plane.ts'
import { PointGrid } from './point-grid.ts'
import { cleanPostcode } from './postcode.ts'
import type { StreetFinder } from './street-finder.ts'

/** Distances within which all stated postcodes must agree; a wider one counts where the narrower has too few. */
const agreementMeters = [100, 300] as const
const minAgreeing = 3
/** No address of the place's own street that is nearer may state another postcode. */
const ownStreetMeters = 400
/** So far from a venue all addresses must be of its street. */
const venueMeters = 30
const maxVenueStreetMeters = 50
/** The next street is this much farther: the factor, and metres on top. */
const [minStreetRatio, minStreetGapMeters] = [1.5, 5]

interface Address {
  at: LatLon
  street: string
  postcode: string | undefined
}

/**
 * What addresses state, for places that state none of it. Each rule gives nothing rather than a guess: hiding
 * what addresses state, 98.3 to 100 % of the inferred postcodes are right in Andorra, Monaco and central
 * Helsinki, and 98.5 % of the streets of venues.
 */
export class Neighbours {
  readonly #finder: StreetFinder
  /** One grid for each of the distances. */
  readonly #postcodes = agreementMeters.map((meters) => new PointGrid<Address>(meters))
  readonly #addresses = new PointGrid<Address>(venueMeters)
  readonly #byStreet = new Map<string, Address[]>()

  constructor(features: readonly OsmFeature[], finder: StreetFinder) {
    this.#finder = finder
    for (const feature of features) {
      const { tags, at, countryCode, interpolated } = feature
      if (interpolated) continue
      const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
      const street = fold(streetNameOf(feature))
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

  /** The postcode that all addresses around the point state. */
  postcodeAt(at: LatLon, street = ''): string | undefined {
    const postcode = this.#agreedAround(at)
    if (postcode === undefined || !street) return postcode
    const contradicts = (address: Address) =>
      address.postcode !== postcode && flatMeters(address.at, at) < ownStreetMeters
    return this.#byStreet.get(fold(street))?.some(contradicts) ? undefined : postcode
  }

  #agreedAround(at: LatLon): string | undefined {
    for (const [i, meters] of agreementMeters.entries()) {
      let agreed: string | undefined
      let count = 0
      for (const { thing } of this.#postcodes[i]!.around(at)) {
        if (flatMeters(thing.at, at) >= meters) continue
        if (agreed !== undefined && thing.postcode !== agreed) return undefined
        agreed = thing.postcode
        count++
      }
      if (count >= minAgreeing) return agreed
    }
    return undefined
  }

  /** The name of the street of a venue that has no address. */
  streetAt(at: LatLon): string | undefined {
    let street: string | undefined
    for (const { thing } of this.#addresses.around(at)) {
      if (flatMeters(thing.at, at) >= venueMeters) continue
      if (street !== undefined && thing.street !== street) return undefined
      street = thing.street
    }
    if (street === undefined) return undefined
    const [nearest, next] = this.#finder.near(at, 2 * maxVenueStreetMeters)
    if (!nearest || nearest.meters > maxVenueStreetMeters) return undefined
    if (next && next.meters < minStreetRatio * nearest.meters + minStreetGapMeters) return undefined
    const { name } = nearest.street.names
    return fold(name) === street ? name : undefined
  }
}
