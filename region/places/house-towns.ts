import type { House, SourcePlace } from '#places/gazetteer'
import { Counts } from './counts.ts'

/** A house with the ids of the areas that its address states. */
export interface StatedHouse extends House {
  town?: string
  statedAreas?: readonly string[]
  /** Ids of all areas around it. */
  areas?: readonly string[]
}

/** Towns of one street by which it is found: a long road has houses in many. */
const maxTowns = 12

/** So many houses tell the town of a longer street whose other houses state none. */
const minHouses = 3

/** The most frequent town of the houses, if at least half of those that state one state it. */
export function mainTownOf(houses: readonly StatedHouse[]): string | undefined {
  const towns = townsOf(houses)
  const [main] = new Counts(towns).sorted()
  if (!main || main.count * 2 < towns.length) return undefined
  return main.count >= minHouses || main.count * 2 >= houses.length ? main.text : undefined
}

/** The areas that at least half of the houses state. */
export function commonAreasOf(houses: readonly StatedHouse[]): string[] {
  return new Counts(houses.flatMap(({ statedAreas = [] }) => statedAreas))
    .sorted()
    .filter(({ count }) => count * 2 >= houses.length)
    .map(({ text }) => text)
}

/** The houses as a place has them, with the towns that only some of them are in. */
export function withHouseTowns(
  houses: readonly StatedHouse[],
  parents: readonly string[],
  otherAreas: readonly string[],
): Pick<SourcePlace, 'houses' | 'otherAreas'> {
  const towns = new Counts(townsOf(houses))
    .sorted()
    .map(({ text }) => text)
    .filter((id) => !parents.includes(id))
    .slice(0, maxTowns)
  const all = [...new Set([...towns, ...otherAreas])]
  return {
    ...(all.length > 0 && { otherAreas: all }),
    ...(houses.length > 0 && {
      houses: houses.map(({ town, statedAreas: _, areas: __, ...house }) => {
        const townIndex = town === undefined ? -1 : towns.indexOf(town)
        return townIndex < 0 ? house : { ...house, townIndex }
      }),
    }),
  }
}

function townsOf(houses: readonly StatedHouse[]): string[] {
  return houses.flatMap(({ town }) => (town === undefined ? [] : [town]))
}
