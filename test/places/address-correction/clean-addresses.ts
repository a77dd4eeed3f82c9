import type { Gazetteer, House, Place } from '#places/gazetteer'
import { allPlaces, type PackedRegion } from '../../fixtures/places.ts'
import { caseShare } from '../search/quality/shares.ts'
import { plain } from '../search/sets/judge.ts'

export type CorrectionRegion = PackedRegion

/** An address from the map, complete and in the local order. */
export interface CleanAddress {
  region: CorrectionRegion
  half: 'development' | 'unseen'
  /** ISO 3166-1 alpha-3 code. */
  country: string
  road: string
  houseNumber: string
  postcode: string | undefined
  locality: string | undefined
  /** Country as written in the line; a city state is not written twice. */
  countryName: string | undefined
  /** Whether an area around the town has the same name, so that a second mention in the line means the area. */
  isNamedTwice: boolean
  /** Whether street and town determine the postcode in the data. */
  isPostcodeSettled: boolean
}

/** Country and habits of each region's addresses. */
export const habits: Record<
  CorrectionRegion,
  { country: string; countryName?: string; numberFirst?: true; anyNumberOrder?: true }
> = {
  demo: { country: 'XCA', countryName: 'Isla Carvenna' },
  andorra: { country: 'AND', countryName: 'Andorra', anyNumberOrder: true },
  monaco: { country: 'MCO', numberFirst: true },
  helsinki: { country: 'FIN', countryName: 'Finland' },
  porto: { country: 'PRT', countryName: 'Portugal' },
}

/** Returns the parts of an address as written: road and number, postcode and town, country. */
export function linesOf(address: CleanAddress): string[] {
  const { road, houseNumber, postcode, locality, countryName, region } = address
  const first = habits[region].numberFirst ? `${houseNumber} ${road}` : `${road} ${houseNumber}`
  const second = [postcode, locality].filter(Boolean).join(' ')
  return [first, second, countryName].filter((line): line is string => Boolean(line))
}

export function lineOf(address: CleanAddress): string {
  return linesOf(address).join(', ')
}

/** Maximum number of houses of one street. */
const maxOfStreet = 3

/** Ordinary street names. Unusual signs in a name leave open which street an address means. */
const plainName = /^(?!.*\d-\d)[\p{L}\p{M}\d '’.-]+$/u

/**
 * Returns the clean addresses of a region's places. Where the map has no houses on a street, a number is made up: no
 * map has all houses. Streets that share their name with another one are left out.
 */
export async function cleanAddresses(
  gazetteer: Gazetteer,
  region: CorrectionRegion,
): Promise<CleanAddress[]> {
  const places = await allPlaces(gazetteer)
  const streets = places.filter(({ type, intersection }) => type === 'street' && !intersection)
  const houses = await gazetteer.houses(streets)
  const countOf = new Map<string, number>()
  for (const { name } of streets) countOf.set(plain(name), (countOf.get(plain(name)) ?? 0) + 1)
  return streets.flatMap((street, i) => {
    if (countOf.get(plain(street.name))! > 1 || !plainName.test(street.name)) return []
    return addressesOf(street, houses[i]!, region)
  })
}

function addressesOf(
  street: Place,
  houses: readonly House[],
  region: CorrectionRegion,
): CleanAddress[] {
  const { country, countryName } = habits[region]
  const share = caseShare('correction', region, street.name)
  const numbered = houses.filter(
    ({ number, townIndex }) => /^\d{1,3}[a-zA-Z]?$/.test(number) && townIndex === undefined,
  )
  const known = numbered.slice(0, maxOfStreet)
  const numbers = known.length > 0 ? known : [{ number: String(1 + Math.floor(share * 97)) }]
  const ofHouses = new Set(houses.flatMap(({ postcode }) => postcode ?? []))
  if (street.postcode) ofHouses.add(street.postcode)
  const locality = street.parents.find(({ type }) => type === 'locality')?.name
  return numbers.flatMap((house): CleanAddress[] => {
    const own = 'postcode' in house ? house.postcode : undefined
    const postcode = own ?? street.postcode
    if ((!postcode && !locality) || street.countryCode !== country) return []
    return [
      {
        region,
        half: share < 0.5 ? 'development' : 'unseen',
        country,
        road: street.name,
        houseNumber: house.number,
        postcode,
        locality,
        countryName,
        isNamedTwice: street.parents.some(
          ({ type, name }) => type !== 'locality' && name === locality,
        ),
        isPostcodeSettled: own !== undefined || ofHouses.size === 1,
      },
    ]
  })
}
