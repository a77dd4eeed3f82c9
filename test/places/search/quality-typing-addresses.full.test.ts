import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer, Place } from '#places/gazetteer'
import { autocomplete } from '#places/search'
import { allPlaces, isOnMachine, placeRegions, placesOf, quiet } from '../../fixtures/places.ts'
import { spread } from './sets/samples.ts'
import { keystrokesOf, TypedNames } from './sets/typing.ts'

/** The default of autocomplete. */
const size = 5
const streetsOfRegion = 60

/** Letters in any script, three in a row: not a street that is only a number. */
const wordShape = /\p{L}{3}/u
const numberShape = /^\d+\p{L}?$/u

/** A street of which no other place has the name, with the number of one of its houses. */
interface Address {
  street: Place
  number: string
}

describe.for(placeRegions)('typing addresses of %s letter by letter', (region) => {
  const there = isOnMachine(region)
  let gazetteer: Gazetteer
  let known: TypedNames
  let addresses: Address[]
  beforeAll(async () => {
    if (!there) return
    gazetteer = (await placesOf(region))!
    const places = await allPlaces(gazetteer)
    known = new TypedNames(places)
    const streets = places.filter(
      ({ type, name, houseCount }) =>
        type === 'street' && houseCount > 0 && wordShape.test(name) && known.isUnique(name),
    )
    const sample = spread(streets, streetsOfRegion)
    const houses = await gazetteer.houses(sample)
    addresses = sample.flatMap((street, i) => {
      const numbers = houses[i]!.map(({ number }) => number).filter((house) =>
        numberShape.test(house),
      )
      return numbers.length > 0 ? [{ street, number: numbers[numbers.length >> 1]! }] : []
    })
  })

  /** What was typed of the street of an address, of which the text is typed so far. */
  const orders = {
    'before the street': ({ street, number }: Address) => ({
      text: `${number} ${street.name}`,
      streetOf: (typed: string) => typed.slice(number.length + 1),
    }),
    'behind the street': ({ street, number }: Address) => ({
      text: `${street.name} ${number}`,
      streetOf: (typed: string) => (typed.length > street.name.length ? `${street.name} ` : typed),
    }),
  }

  it.skipIf(!there).for(Object.entries(orders))(
    'keeps the street in the list with the number %s, and has the house in the end',
    async ([, order]) => {
      const lost: string[] = []
      let keystrokes = 0
      for (const address of addresses) {
        const { text, streetOf } = order(address)
        for (const typed of keystrokesOf(text)) {
          if (streetOf(typed).trim() === '') continue
          const fits = new Set([...known.fitting(typed), ...known.fitting(streetOf(typed))])
          if (fits.size > size) continue
          keystrokes++
          const found = await autocomplete(gazetteer, { text: typed, size }, quiet)
          const isThere = found.some(
            ({ place, house }) =>
              place.id === address.street.id &&
              (typed !== text || house?.number === address.number),
          )
          if (isThere) continue
          lost.push(`${typed} (${text}): ${found.map(({ place }) => place.name).join(', ')}`)
        }
      }
      expect(keystrokes).toBeGreaterThan(100)
      expect(lost).toEqual([])
    },
  )
})
