import type { House } from '../place.ts'
import type { UnitDecoder } from '../read/unit-store.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { pointScale } from './layout.ts'
import { readId, writeId } from './place-codes.ts'

const flag = { plain: 1, samePostcode: 2, postcode: 4, name: 8, interpolated: 16 } as const

/** Houses of one place in the order given; each as the difference to the one before. */
export function encodeHouses(houses: readonly House[]): Buffer {
  const out = new ByteWriter()
  out.varint(houses.length)
  let lat = 0
  let lon = 0
  let number = 0
  let postcode: string | undefined
  for (const house of houses) {
    const plain = plainNumber(house.number)
    const same = house.postcode !== undefined && house.postcode === postcode
    out.byte(
      (plain !== undefined ? flag.plain : 0) |
        (same ? flag.samePostcode : 0) |
        (house.postcode !== undefined && !same ? flag.postcode : 0) |
        (house.name !== undefined ? flag.name : 0) |
        (house.interpolated ? flag.interpolated : 0),
    )
    if (plain !== undefined) {
      out.signed(plain - number)
      number = plain
    } else out.text(house.number)
    const nextLat = Math.round(house.lat * pointScale)
    const nextLon = Math.round(house.lon * pointScale)
    out.signed(nextLat - lat)
    out.signed(nextLon - lon)
    lat = nextLat
    lon = nextLon
    writeId(out, house.id)
    if (house.postcode !== undefined && !same) out.text(house.postcode)
    if (house.postcode !== undefined) postcode = house.postcode
    if (house.name !== undefined) out.text(house.name)
  }
  return out.take()
}

/** A number that is only figures, as it would be written again. */
function plainNumber(text: string): number | undefined {
  const number = Number(text)
  return Number.isSafeInteger(number) && number >= 0 && String(number) === text ? number : undefined
}

export const houseListDecoder: UnitDecoder<readonly House[]> = {
  name: 'the houses of a place',
  decode: (bytes) => decodeHouses(new ByteReader(bytes)),
  memoryBytes: (houses) => 64 + 230 * houses.length,
  detached: true,
}

function decodeHouses(from: ByteReader): House[] {
  const houses: House[] = []
  let lat = 0
  let lon = 0
  let number = 0
  let postcode: string | undefined
  for (let left = from.varint(); left > 0; left--) {
    const flags = from.byte()
    let text: string
    if (flags & flag.plain) {
      number += from.signed()
      text = String(number)
    } else text = from.text()
    lat += from.signed()
    lon += from.signed()
    const house: House = {
      id: readId(from),
      number: text,
      lat: lat / pointScale,
      lon: lon / pointScale,
    }
    if (flags & flag.postcode) postcode = from.text()
    if (flags & (flag.postcode | flag.samePostcode) && postcode !== undefined) {
      house.postcode = postcode
    }
    if (flags & flag.name) house.name = from.text()
    if (flags & flag.interpolated) house.interpolated = true
    houses.push(house)
  }
  return houses
}
