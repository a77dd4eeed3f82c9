import { distanceMeters } from '#ground/geo'
import type { SearchResult } from '#places/search'
import { namesOf, plain, plainNumber } from '../sets/judge.ts'
import type { StatedAddress } from './stated-addresses.ts'

const toleranceMeters = 100
/** As near as this it is the same house, whatever the map calls its street. */
const sameHouseMeters = 15

/**
 * Whether a result is the house of one of the addresses: its number and its street, within 100 m. With
 * `town` another house of that street and number counts if it states the same town.
 */
export class RightHouses {
  readonly #byStreet = new Map<string, StatedAddress[]>()
  readonly #byTown = new Map<string, StatedAddress[]>()

  constructor(addresses: readonly StatedAddress[]) {
    for (const address of addresses) {
      add(this.#byStreet, streetKey(address), address)
      if (address.town) add(this.#byTown, townKey(address), address)
    }
  }

  /** Found by street, number and stated town. */
  isRightInTown(address: StatedAddress, found: SearchResult): boolean {
    return isOneOf(this.#byTown.get(townKey(address)) ?? [address], found)
  }

  /** Found by street and number. */
  isRight(address: StatedAddress, found: SearchResult): boolean {
    return isOneOf(this.#byStreet.get(streetKey(address)) ?? [address], found)
  }
}

function isOneOf(houses: readonly StatedAddress[], { place, house, at }: SearchResult): boolean {
  const number = house?.number ?? place.houseNumber
  if (number === undefined) return false
  const streets = house ? namesOf(place) : [plain(place.street ?? '')]
  return houses.some((other) => {
    if (!numbersOf(other).includes(plainNumber(number))) return false
    const meters = distanceMeters(other, at)
    return (
      meters <= sameHouseMeters ||
      (meters <= toleranceMeters && streets.includes(plain(other.street)))
    )
  })
}

/** The number, and without its flat or floor: `8` for `8, Floor 6`. */
function numbersOf({ number }: StatedAddress): string[] {
  return [plainNumber(number), plainNumber(number.split(/[,\s]/)[0]!)]
}

function streetKey({ street, number }: StatedAddress): string {
  return `${plain(street)}\n${plainNumber(number)}`
}

function townKey(address: StatedAddress): string {
  return `${streetKey(address)}\n${plain(address.town ?? '')}`
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  lists.set(key, [...(lists.get(key) ?? []), value])
}
