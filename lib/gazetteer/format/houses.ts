import type { House } from '../place.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { pointScale } from './layout.ts'
import { readId, writeId } from './place-codes.ts'
import { PositionReader, PositionWriter } from './position-deltas.ts'
import type { UnitDecoder } from './unit.ts'

const flag = { plain: 1, samePostcode: 2, postcode: 4, name: 8, interpolated: 16 } as const

/** Houses of one place in their order, each as the difference to the one before. */
export function encodeHouses(houses: readonly House[]): Buffer {
  const out = new ByteWriter()
  out.varint(houses.length)
  const positions = new PositionWriter(out)
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
    positions.write(Math.round(house.lat * pointScale), Math.round(house.lon * pointScale))
    writeId(out, house.id)
    if (house.postcode !== undefined && !same) out.text(house.postcode)
    if (house.postcode !== undefined) postcode = house.postcode
    if (house.name !== undefined) out.text(house.name)
  }
  return out.take()
}

/** A number of digits alone that comes back as it was written. */
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
  let left = from.varint()
  const position = new PositionReader(from)
  let number = 0
  let postcode: string | undefined
  for (; left > 0; left--) {
    const flags = from.byte()
    let text: string
    if (flags & flag.plain) {
      number += from.signed()
      text = String(number)
    } else text = from.text()
    position.next()
    const house: House = {
      id: readId(from),
      number: text,
      lat: position.lat / pointScale,
      lon: position.lon / pointScale,
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
