import { search } from '../../../../lib/geocoding/index.ts'
import { quiet } from '../../../fixtures/places.ts'
import { seeded } from '../../../fixtures/random.ts'
import { spread } from '../../sets/samples.ts'
import { judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { RightHouses } from '../right-house.ts'
import { caseShare } from '../shares.ts'
import type { StatedAddress } from '../stated-addresses.ts'
import { withChangedLetter, withMissingLetter } from '../typos.ts'

type Form = (address: StatedAddress & { town: string }, chance: () => number) => string | undefined

const forms: Readonly<Record<string, Form>> = {
  'Street 5, Town': ({ street, number, town }) => `${street} ${number}, ${town}`,
  'Street 5 Town': ({ street, number, town }) => `${street} ${number} ${town}`,
  'Stret 5, Town': ({ street, number, town }, chance) =>
    join(withMissingLetter(street, chance), `${number}, ${town}`),
  'Streat 5, Town': ({ street, number, town }, chance) =>
    join(withChangedLetter(street, chance), `${number}, ${town}`),
}

/** Every address with a stated town, asked with that town. */
export const addressesWithTown: QualitySet = {
  name: 'addresses-with-town',
  right:
    'the house of this street and number within 100 m, or another with the same street, number and stated town',
  goals: {
    'Street 5, Town': 0.98,
    'Street 5 Town': 0.98,
    'Stret 5, Town': 0.93,
    'Streat 5, Town': 0.93,
  },
  cases({ addresses }: RegionData, { seed, limit }): QualityCase[] {
    const houses = new RightHouses(addresses)
    const stated = addresses.filter(hasTown)
    return Object.entries(forms).flatMap(([group, form]) =>
      spread(stated, limit).flatMap((address) => {
        const { street, number, town } = address
        const chance = seeded(caseShare(String(seed), group, street, number, town) * 2 ** 32)
        const text = form(address, chance)
        if (text === undefined) return []
        return {
          text,
          group,
          about: `${street} ${number}`,
          ask: async (gazetteer) =>
            judgeFirst(await search(gazetteer, { text, size: 5 }, quiet), (first) =>
              houses.isRightInTown(address, first),
            ),
        } satisfies QualityCase
      }),
    )
  },
}

/** The same addresses without their town: what the map has must not be lost. */
export const addressesWithoutTown: QualitySet = {
  name: 'addresses-without-town',
  right: 'a house of this street and number within 100 m of one that has them',
  cases({ addresses }: RegionData, { seed, limit }): QualityCase[] {
    const houses = new RightHouses(addresses)
    const withoutTown: Record<
      string,
      (address: StatedAddress, chance: () => number) => string | undefined
    > = {
      'Street 5': ({ street, number }) => `${street} ${number}`,
      'Stret 5': ({ street, number }, chance) => join(withMissingLetter(street, chance), number),
    }
    return Object.entries(withoutTown).flatMap(([group, form]) =>
      spread(addresses, limit).flatMap((address) => {
        const { street, number } = address
        const chance = seeded(caseShare(String(seed), group, street, number) * 2 ** 32)
        const text = form(address, chance)
        if (text === undefined) return []
        return {
          text,
          group,
          about: `${street} ${number}`,
          ask: async (gazetteer) =>
            judgeFirst(await search(gazetteer, { text, size: 5 }, quiet), (first) =>
              houses.isRight(address, first),
            ),
        } satisfies QualityCase
      }),
    )
  },
}

function hasTown(address: StatedAddress): address is StatedAddress & { town: string } {
  return address.town !== undefined
}

function join(street: string | undefined, rest: string): string | undefined {
  return street && `${street} ${rest}`
}
