import { distanceMeters } from '#ground/geo'
import { type SearchResult, search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import { plain, plainNumber } from '../../sets/judge.ts'
import { spread } from '../../sets/samples.ts'
import { type CaseOptions, judgeFirst, type QualityCase } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import type { StatedAddress } from '../stated-addresses.ts'

/** Neighbours of a house that is on no map, and how far from them it is found. */
const maxNumbersApart = 6
const maxMeters = 400

interface Gap {
  street: string
  town: string
  number: number
  neighbours: readonly [StatedAddress, StatedAddress]
}

/**
 * Houses that are on no map, between two neighbours of one side of their street, in the stated town; a street
 * of the same name elsewhere has a house of that number.
 */
export function casesBetween({ addresses }: RegionData, { limit }: CaseOptions): QualityCase[] {
  return spread(gapsOf(addresses), limit).flatMap((gap): QualityCase[] =>
    [', ', ' '].map((separator) => {
      const text = `${gap.street} ${gap.number}${separator}${gap.town}`
      return {
        text,
        group: separator === ' ' ? 'between houses, no comma' : 'between houses',
        about: `${gap.street} ${gap.number}`,
        ask: async (gazetteer) =>
          judgeFirst(await search(gazetteer, { text, size: 5 }, quiet), (first) =>
            isBetween(gap, first),
          ),
      }
    }),
  )
}

function gapsOf(addresses: readonly StatedAddress[]): Gap[] {
  const byStreet = Map.groupBy(addresses, ({ street }) => plain(street))
  return [...byStreet.values()].flatMap((houses) => {
    const byTown = Map.groupBy(
      houses.filter(({ town }) => town !== undefined),
      ({ town }) => plain(town!),
    )
    return [...byTown.values()].flatMap((inTown) => {
      const { street, town } = inTown[0]!
      const far = houses.filter((house) =>
        inTown.every((other) => distanceMeters(house, other) > maxMeters),
      )
      const numbers = new Set(inTown.map(({ number }) => plainNumber(number)))
      return far.flatMap(({ number: text }): Gap[] => {
        const number = Number(text)
        if (
          !Number.isInteger(number) ||
          [...numbers].some((n) => Number.parseInt(n, 10) === number)
        )
          return []
        const below = nearestHouse(inTown, number, -2)
        const above = nearestHouse(inTown, number, 2)
        if (!below || !above || distanceMeters(below, above) > maxMeters) return []
        return [{ street, town: town!, number, neighbours: [below, above] }]
      })
    })
  })
}

function nearestHouse(
  houses: readonly StatedAddress[],
  number: number,
  step: number,
): StatedAddress | undefined {
  for (let apart = step; Math.abs(apart) <= maxNumbersApart; apart += step) {
    const house = houses.find((each) => Number(each.number) === number + apart)
    if (house) return house
  }
  return undefined
}

function isBetween({ neighbours }: Gap, { house, at }: SearchResult): boolean {
  return house !== undefined && neighbours.every((other) => distanceMeters(other, at) <= maxMeters)
}
