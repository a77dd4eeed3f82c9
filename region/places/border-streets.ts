import { computeBounds } from '#ground/geo'
import type { SourcePlace } from '#places/gazetteer'
import { fold } from '#places/text'
import { groupNearby } from './cluster.ts'
import { withHouseTowns } from './house-towns.ts'
import { findMiddle } from './lines.ts'
import { mergeNames } from './names.ts'
import { compareIds } from './osm-feature.ts'
import { isNearTileBorder } from './partitions.ts'
import { measureLength, roundPosition } from './plane.ts'
import { findMostCommon, streetGapMeters } from './streets.ts'

/**
 * Joins streets across tiles. A street with a mapped locality lies in one tile; without one, its pieces may lie in
 * several tiles, and become one street here.
 */
export class BorderStreets {
  readonly #byName = new Map<string, SourcePlace[]>()

  /** Keeps a street for {@link joinAll} if it may continue in another tile. Returns whether it did. */
  keepIfNearBorder(street: SourcePlace): boolean {
    if (!isNearBorder(street)) return false
    const { name, countryCode, parents } = street
    const key = [countryCode, parents[0] ?? '', fold(name) || name].join('|')
    const streets = this.#byName.get(key)
    if (streets) streets.push(street)
    else this.#byName.set(key, [street])
    return true
  }

  *joinAll(): Generator<SourcePlace> {
    for (const streets of this.#byName.values()) {
      for (const pieces of groupNearby(streets, listPoints, streetGapMeters))
        yield joinPieces(pieces)
    }
  }
}

/** Whether a street may continue in another tile. */
export function isNearBorder({ box }: SourcePlace): boolean {
  return box !== undefined && isNearTileBorder(box, streetGapMeters)
}

function listPoints({ lines = [], lat, lon }: SourcePlace) {
  return lines.length > 0 ? lines.flat() : [{ lat, lon }]
}

function joinPieces(pieces: readonly SourcePlace[]): SourcePlace {
  const longestFirst = pieces.toSorted((a, b) => sumLengths(b) - sumLengths(a) || compareIds(a, b))
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
    findMostCommon(houses.map((house) => house.postcode)) ??
    findMostCommon(longestFirst.map((piece) => piece.postcode))
  return {
    ...facts,
    ...mergeAllNames(longestFirst),
    ...roundPosition(findMiddle(lines) ?? main),
    id: pieces.map(({ id }) => ({ id })).sort(compareIds)[0]!.id,
    box: computeBounds([...lines.flat(), ...houses, main]),
    importance: Math.max(...pieces.map(({ importance }) => importance)),
    categories: [...new Set(longestFirst.flatMap(({ categories }) => categories))],
    ...(postcode && { postcode }),
    ...(lines.length > 0 && { lines }),
    ...withHouseTowns(houses, main.parents, otherAreas),
  }
}

function mergeAllNames(streets: readonly SourcePlace[]) {
  return streets
    .map(({ name, names, aliases }) => ({ name, names, aliases: [...aliases] }))
    .reduce(mergeNames)
}

function sumLengths({ lines = [] }: SourcePlace): number {
  return lines.reduce((sum, line) => sum + measureLength(line), 0)
}
