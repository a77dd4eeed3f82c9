import { isStreetTypeWord } from '#places/text'
import { plain, plainNumber } from '../../sets/judge.ts'
import type { RegionData } from '../regions.ts'
import { RightHouses } from '../right-house.ts'
import { hasWords, isNamed } from '../right-place.ts'
import { caseShare } from '../shares.ts'
import { variations, withUnknownWord } from '../variations.ts'
import { withFarTown } from '../world.ts'
import { type CalibrationQuery, chanceOf, type DrawOptions, drawn } from './calibration-query.ts'

/** Added to a house number to get one that no house has. */
const farNumber = 500

/** Addresses of the map in all variations of their street, with and without the town. */
export function addressQueries(
  { addresses }: RegionData,
  { seed, max, farTowns }: DrawOptions,
): CalibrationQuery[] {
  const houses = new RightHouses(addresses)
  const unique = [
    ...new Map(addresses.map((a) => [`${a.street} ${a.number} ${a.town}`, a])).values(),
  ]
  const queries: CalibrationQuery[] = []
  const ask = (
    group: string,
    make: (address: (typeof unique)[number], chance: () => number) => CalibrationQuery | undefined,
  ) => {
    const sample = drawn(unique, max, ({ street, number, town = '' }) =>
      caseShare(String(seed), group, street, number, town),
    )
    for (const address of sample) {
      const query = make(address, chanceOf(seed, group, address.street, address.number))
      if (query) queries.push({ ...query, asksHouse: true })
    }
  }
  const aboutOf = ({ street, number }: { street: string; number: string }) => `${street} ${number}`

  for (const [variation, vary] of Object.entries(variations)) {
    ask(`address ${variation}`, (address, chance) => {
      const street = vary(address.street, chance)
      if (street === undefined) return undefined
      const isPart = variation === 'dropped word'
      return {
        text: `${street} ${address.number}`,
        group: `address ${variation}`,
        about: aboutOf(address),
        isRight: (found) =>
          houses.isRight(address, found) ||
          (isPart &&
            found.house !== undefined &&
            plainNumber(found.house.number) === plainNumber(address.number) &&
            hasWords(found.place, street)),
      }
    })
    ask(`address in town ${variation}`, (address, chance) => {
      const street = vary(address.street, chance)
      if (street === undefined || !address.town) return undefined
      return {
        text: `${street} ${address.number}, ${address.town}`,
        group: `address in town ${variation}`,
        about: aboutOf(address),
        isRight: (found) => houses.isRightInTown(address, found),
      }
    })
  }
  ask('address wrong number', (address) => {
    const number = Number.parseInt(address.number, 10) + farNumber
    if (!Number.isFinite(number)) return undefined
    return {
      text: `${address.street} ${number}`,
      group: 'address wrong number',
      about: aboutOf(address),
      isRight: ({ place, house }) =>
        !house && place.type === 'street' && isNamed(place, address.street),
    }
  })
  ask('address wrong number without street type', ({ street, number: known }) => {
    const number = Number.parseInt(known, 10) + farNumber
    const name = street.split(' ').filter((word) => !isStreetTypeWord(plain(word)))
    if (!Number.isFinite(number) || name.length === street.split(' ').length) return undefined
    const text = name.join(' ')
    return {
      text: `${text} ${number}`,
      group: 'address wrong number without street type',
      about: `${street} ${known}`,
      isRight: ({ place, house }) => !house && place.type === 'street' && hasWords(place, text),
    }
  })
  ask('address word behind', (address, chance) => ({
    text: withUnknownWord(aboutOf(address), chance),
    group: 'address word behind',
    about: aboutOf(address),
    isRight: (found) => houses.isRight(address, found),
  }))
  ask('address far town', (address, chance) => ({
    text: withFarTown(`${address.street} ${address.number}`, farTowns, chance),
    group: 'address far town',
    about: aboutOf(address),
  }))
  return queries
}
