import type { Gazetteer } from '#places/gazetteer'
import { type SearchResult, search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import { seeded } from '../../../../fixtures/random.ts'
import { spread } from '../../sets/samples.ts'
import { type CaseOptions, judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { RightHouses } from '../right-house.ts'
import { caseShare } from '../shares.ts'
import type { StatedAddress } from '../stated-addresses.ts'
import { withChangedLetter, withMissingLetter } from '../typos.ts'
import { casesBetween } from './addresses-between.ts'

type Form<Address> = (address: Address, chance: () => number) => string | undefined

type AddressInTown = StatedAddress & { town: string }

const withTown: Readonly<Record<string, Form<AddressInTown>>> = {
  'Street 5, Town': ({ street, number, town }) => `${street} ${number}, ${town}`,
  'Street 5 Town': ({ street, number, town }) => `${street} ${number} ${town}`,
  'Stret 5, Town': ({ street, number, town }, chance) =>
    join(withMissingLetter(street, chance), `${number}, ${town}`),
  'Streat 5, Town': ({ street, number, town }, chance) =>
    join(withChangedLetter(street, chance), `${number}, ${town}`),
}

const withoutTown: Readonly<Record<string, Form<StatedAddress>>> = {
  'Street 5': ({ street, number }) => `${street} ${number}`,
  'Stret 5': ({ street, number }, chance) => join(withMissingLetter(street, chance), number),
}

/** Every address with a stated town, asked with that town. */
export const addressesWithTown: QualitySet = {
  name: 'addresses-with-town',
  right:
    'the house of this street and number within 100 m, or another with the same street, number and stated town; for a number between two houses of that town, a house near both',
  goals: {
    'Street 5, Town': 0.98,
    'Street 5 Town': 0.98,
    'Stret 5, Town': 0.93,
    'Streat 5, Town': 0.93,
  },
  cases(data: RegionData, options): QualityCase[] {
    const { addresses } = data
    const houses = new RightHouses(addresses)
    const isRight = houses.isRightInTown.bind(houses)
    return [
      ...casesOf(addresses.filter(hasTown), withTown, { ...options, isRight }),
      ...casesBetween(data, options),
    ]
  },
}

/** The same addresses without their town: what the map has must not be lost. */
export const addressesWithoutTown: QualitySet = {
  name: 'addresses-without-town',
  right: 'a house of this street and number within 100 m of one that has them',
  cases({ addresses }: RegionData, options): QualityCase[] {
    const houses = new RightHouses(addresses)
    const isRight = houses.isRight.bind(houses)
    return casesOf(addresses, withoutTown, { ...options, isRight })
  },
}

interface AskedAddresses<Address> extends CaseOptions {
  isRight(address: Address, first: SearchResult): boolean
}

/** Each address in each form. */
function casesOf<Address extends StatedAddress>(
  addresses: readonly Address[],
  forms: Readonly<Record<string, Form<Address>>>,
  { seed, limit, isRight }: AskedAddresses<Address>,
): QualityCase[] {
  return Object.entries(forms).flatMap(([group, form]) =>
    spread(addresses, limit).flatMap((address): QualityCase[] => {
      const { street, number, town = '' } = address
      const chance = seeded(caseShare(String(seed), group, street, number, town) * 2 ** 32)
      const text = form(address, chance)
      if (text === undefined) return []
      const ask = async (gazetteer: Gazetteer) =>
        judgeFirst(await search(gazetteer, { text, size: 5 }, quiet), (first) =>
          isRight(address, first),
        )
      return [{ text, group, about: `${street} ${number}`, ask }]
    }),
  )
}

function hasTown(address: StatedAddress): address is AddressInTown {
  return address.town !== undefined
}

function join(street: string | undefined, rest: string): string | undefined {
  return street && `${street} ${rest}`
}
