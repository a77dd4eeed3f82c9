import { distanceMeters } from '#ground/geo'
import { plain } from '../../sets/judge.ts'
import type { RegionData } from '../regions.ts'
import { RightHouses } from '../right-house.ts'
import { caseShare } from '../shares.ts'
import { type CalibrationQuery, chanceOf, type DrawOptions, drawn } from './calibration-query.ts'

/** A postcode of the region is another one from this distance on. */
const otherPostcodeMeters = 2000

/** Postcodes of other countries. */
const foreignPostcodes = [
  '80331',
  '69002',
  '1012 AB',
  'SW1A 2AA',
  '4051',
  '110 00',
  '28013',
  '94103',
]

/**
 * Addresses with a postcode that their house does not have: with a wrong digit or the postcode of a neighbour
 * the house is meant, with the postcode of another part of the region or of another country nothing here is.
 */
export function postcodeQueries(
  { addresses }: RegionData,
  { seed, max }: DrawOptions,
): CalibrationQuery[] {
  const houses = new RightHouses(addresses)
  const stated = addresses.filter(({ tags }) => tags['addr:postcode'])
  const byStreet = Map.groupBy(addresses, ({ street }) => plain(street))
  const known = [...new Set(stated.map(({ tags }) => tags['addr:postcode']!))]
  const foreign = foreignPostcodes.filter((postcode) => !known.includes(postcode))
  const unique = [...new Map(stated.map((a) => [`${a.street} ${a.number}`, a])).values()]

  const forms: Record<
    string,
    (address: (typeof stated)[number], chance: () => number) => string | undefined
  > = {
    'mistyped postcode': ({ tags }, chance) => withOtherDigit(tags['addr:postcode']!, chance),
    'neighbouring postcode': (house, chance) => {
      const own = house.tags['addr:postcode']
      const near = stated.filter(
        (other) =>
          other.tags['addr:postcode'] !== own &&
          distanceMeters(house, other) <= otherPostcodeMeters &&
          plain(other.street) !== plain(house.street),
      )
      return near[Math.floor(chance() * near.length)]?.tags['addr:postcode']
    },
    'other postcode': ({ street }, chance) => {
      const namesakes = byStreet.get(plain(street))!
      const far = stated.filter((other) =>
        namesakes.every((house) => distanceMeters(house, other) > otherPostcodeMeters),
      )
      const postcode = far[Math.floor(chance() * far.length)]?.tags['addr:postcode']
      const isOwn = namesakes.some(({ tags }) => tags['addr:postcode'] === postcode)
      return isOwn ? undefined : postcode
    },
    'foreign postcode': (_, chance) => foreign[Math.floor(chance() * foreign.length)],
  }
  return Object.entries(forms).flatMap(([form, postcodeOf]) => {
    const group = `address ${form}`
    const sample = drawn(unique, max, ({ street, number }) =>
      caseShare(String(seed), group, street, number),
    )
    return sample.flatMap((address): CalibrationQuery[] => {
      const about = `${address.street} ${address.number}`
      const postcode = postcodeOf(address, chanceOf(seed, group, about))
      const isOfRegion = form === 'other postcode' || form === 'neighbouring postcode'
      if (postcode === undefined || known.includes(postcode) !== isOfRegion) return []
      const isMeant = form === 'mistyped postcode' || form === 'neighbouring postcode'
      return [
        {
          text: `${about}, ${postcode}`,
          group,
          about,
          asksHouse: true,
          ...(isMeant && { isRight: (found) => houses.isRight(address, found) }),
        },
      ]
    })
  })
}

/** One digit is another one. */
function withOtherDigit(postcode: string, chance: () => number): string | undefined {
  const digits = [...postcode.matchAll(/\d/g)]
  const digit = digits[Math.floor(chance() * digits.length)]
  if (!digit) return undefined
  const other = (Number(digit[0]) + 1 + Math.floor(chance() * 9)) % 10
  return postcode.slice(0, digit.index) + other + postcode.slice(digit.index + 1)
}
