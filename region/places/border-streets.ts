import { boundsOf } from '#ground/geo'
import type { SourcePlace } from '#places/gazetteer'
import { fold } from '#places/text'
import { clustered } from './cluster.ts'
import { withHouseTowns } from './house-towns.ts'
import { middleOf } from './lines.ts'
import { mergeNames } from './names.ts'
import { byId } from './osm-feature.ts'
import { isNearTileBorder } from './partitions.ts'
import { lengthMeters, rounded } from './plane.ts'
import { mostCommon, streetGapMeters } from './streets.ts'

/**
 * Streets without a mapped locality, which would keep its streets in one tile: their pieces in several tiles become one
 * street.
 */
export class BorderStreets {
  readonly #byName = new Map<string, SourcePlace[]>()

  /** Keeps a street for {@link joined} if it may go on in another tile. */
  take(street: SourcePlace): boolean {
    if (!isNearBorder(street)) return false
    const { name, countryCode, parents } = street
    const key = [countryCode, parents[0] ?? '', fold(name) || name].join('|')
    const streets = this.#byName.get(key)
    if (streets) streets.push(street)
    else this.#byName.set(key, [street])
    return true
  }

  *joined(): Generator<SourcePlace> {
    for (const streets of this.#byName.values()) {
      for (const pieces of clustered(streets, pointsOf, streetGapMeters)) yield joinedStreet(pieces)
    }
  }
}

/** Whether a street may go on in another tile. */
export function isNearBorder({ box }: SourcePlace): boolean {
  return box !== undefined && isNearTileBorder(box, streetGapMeters)
}

function pointsOf({ lines = [], lat, lon }: SourcePlace) {
  return lines.length > 0 ? lines.flat() : [{ lat, lon }]
}

function joinedStreet(pieces: readonly SourcePlace[]): SourcePlace {
  const longestFirst = pieces.toSorted((a, b) => lengthOf(b) - lengthOf(a) || byId(a, b))
  const [main] = longestFirst as [SourcePlace]
  if (pieces.length === 1) return main
  const { otherAreas: _, houses: __, postcode: ___, ...facts } = main
  const houses = pieces.flatMap(({ houses = [], otherAreas = [] }) =>
    houses.map(({ townIndex, ...house }) => {
      const town = townIndex === undefined ? undefined : otherAreas[townIndex]
      return town === undefined ? house : { ...house, town }
    }),
  )
  const otherAreas = [...new Set(longestFirst.flatMap(({ otherAreas = [] }) => otherAreas))]
  const lines = longestFirst.flatMap(({ lines = [] }) => lines)
  const postcode =
    mostCommon(houses.map((house) => house.postcode)) ??
    mostCommon(longestFirst.map((piece) => piece.postcode))
  return {
    ...facts,
    ...mergedNames(longestFirst),
    ...rounded(middleOf(lines) ?? main),
    id: pieces.map(({ id }) => ({ id })).sort(byId)[0]!.id,
    box: boundsOf([...lines.flat(), ...houses, main]),
    importance: Math.max(...pieces.map(({ importance }) => importance)),
    categories: [...new Set(longestFirst.flatMap(({ categories }) => categories))],
    ...(postcode && { postcode }),
    ...(lines.length > 0 && { lines }),
    ...withHouseTowns(houses, main.parents, otherAreas),
  }
}

function mergedNames(streets: readonly SourcePlace[]) {
  return streets
    .map(({ name, names, aliases }) => ({ name, names, aliases: [...aliases] }))
    .reduce(mergeNames)
}

function lengthOf({ lines = [] }: SourcePlace): number {
  return lines.reduce((sum, line) => sum + lengthMeters(line), 0)
}
