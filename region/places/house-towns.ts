import type { House, SourcePlace } from '#places/gazetteer'
import { Counts } from './counts.ts'

/** A house with the ids of the areas that its address names. */
export interface StatedHouse extends House {
  town?: string
  statedAreas?: readonly string[]
  /** Ids of all areas around the house. */
  areas?: readonly string[]
}

/** Maximum number of towns that find one street: a long road has houses in many. */
const maxTowns = 12

/** Minimum number of houses that decide the town of a street if most of its houses name none. */
const minHouses = 3

/** Returns the most frequent town of the houses, if at least half of the houses with a town name it. */
export function findMainTown(houses: readonly StatedHouse[]): string | undefined {
  const towns = listTowns(houses)
  const [main] = new Counts(towns).sorted()
  if (!main || main.count * 2 < towns.length) return undefined
  return main.count >= minHouses || main.count * 2 >= houses.length ? main.text : undefined
}

/** Returns the areas that at least half of the houses name. */
export function findCommonAreas(houses: readonly StatedHouse[]): string[] {
  return new Counts(houses.flatMap(({ statedAreas = [] }) => statedAreas))
    .sorted()
    .filter(({ count }) => count * 2 >= houses.length)
    .map(({ text }) => text)
}

/** Returns the houses in the form of a place, with the towns that contain only some of them. */
export function withHouseTowns(
  houses: readonly StatedHouse[],
  parents: readonly string[],
  otherAreas: readonly string[],
): Pick<SourcePlace, 'houses' | 'otherAreas'> {
  const towns = new Counts(listTowns(houses))
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

function listTowns(houses: readonly StatedHouse[]): string[] {
  return houses.flatMap(({ town }) => (town === undefined ? [] : [town]))
}
