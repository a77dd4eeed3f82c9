import { cleanName } from '#platform/safe-text'
import type { House } from '../place.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { pointScale } from './layout.ts'
import { readId, writeId } from './place-codes.ts'
import { PositionReader, PositionWriter } from './position-deltas.ts'
import type { UnitDecoder } from './unit.ts'

/** Bits of a house. `plain`: the number is digits only. `samePostcode`: the last postcode before is repeated. */
const flag = {
  plain: 1,
  samePostcode: 2,
  postcode: 4,
  name: 8,
  interpolated: 16,
  town: 32,
} as const

/** Encodes the houses of one place; numbers and positions are stored as differences to the previous house. */
export function encodeHouses(houses: readonly House[]): Buffer {
  const out = new ByteWriter()
  out.varint(houses.length)
  const positions = new PositionWriter(out)
  let previousNumber = 0
  let previousPostcode: string | undefined
  for (const house of houses) {
    const plain = parsePlainNumber(house.number)
    const samePostcode = house.postcode !== undefined && house.postcode === previousPostcode
    out.byte(
      (plain !== undefined ? flag.plain : 0) |
        (samePostcode ? flag.samePostcode : 0) |
        (house.postcode !== undefined && !samePostcode ? flag.postcode : 0) |
        (house.name !== undefined ? flag.name : 0) |
        (house.interpolated ? flag.interpolated : 0) |
        (house.townIndex !== undefined ? flag.town : 0),
    )
    if (plain !== undefined) {
      out.signed(plain - previousNumber)
      previousNumber = plain
    } else out.text(house.number)
    positions.write(Math.round(house.lat * pointScale), Math.round(house.lon * pointScale))
    writeId(out, house.id)
    if (house.postcode !== undefined && !samePostcode) out.text(house.postcode)
    if (house.postcode !== undefined) previousPostcode = house.postcode
    if (house.name !== undefined) out.text(house.name)
    if (house.townIndex !== undefined) out.varint(house.townIndex)
  }
  return out.take()
}

/** Parses a text of digits; undefined if it would be written back differently, such as `007`. */
function parsePlainNumber(text: string): number | undefined {
  const number = Number(text)
  return Number.isSafeInteger(number) && number >= 0 && String(number) === text ? number : undefined
}

export const houseListDecoder: UnitDecoder<readonly House[]> = {
  name: 'the houses of a place',
  decode: (bytes) => decodeHouses(new ByteReader(bytes)),
  // An estimate.
  memoryBytes: (houses) => 64 + 230 * houses.length,
  detached: true,
}

function decodeHouses(from: ByteReader): House[] {
  const houses: House[] = []
  let remaining = from.varint()
  const position = new PositionReader(from)
  let number = 0
  let postcode: string | undefined
  for (; remaining > 0; remaining--) {
    const flags = from.byte()
    let text: string
    if (flags & flag.plain) {
      number += from.signed()
      text = String(number)
    } else text = cleanName(from.text())
    position.next()
    const house: House = {
      id: readId(from),
      number: text,
      lat: position.lat / pointScale,
      lon: position.lon / pointScale,
    }
    if (flags & flag.postcode) postcode = cleanName(from.text())
    if (flags & (flag.postcode | flag.samePostcode) && postcode !== undefined) {
      house.postcode = postcode
    }
    if (flags & flag.name) house.name = cleanName(from.text())
    if (flags & flag.town) house.townIndex = from.varint()
    if (flags & flag.interpolated) house.interpolated = true
    houses.push(house)
  }
  return houses
}
