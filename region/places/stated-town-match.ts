import type { LatLon } from '#ground/geo'
import { allNamesOf } from '#places/gazetteer'
import { type AdminArea, areaOrder } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { flatMeters } from './plane.ts'
import type { StatedType } from './statements.ts'
import { contentWords, matchTownName, similarTo, type TownNameMatch } from './town-names.ts'

/** A name that more addresses state is no misspelling of a mapped one. */
const maxMisspelt = 5
/** A misspelling of a stated name is this much rarer. */
const minMisspeltRatio = 10
/** `CA`, `NSW` */
const regionCode = /^\p{Lu}{2,3}$/u

/** Addresses near each other that state one name. */
export interface StatedTown {
  name: string
  type: StatedType
  /** Number of addresses. */
  count: number
  /** Where most of them are. */
  at: LatLon
}

/**
 * The area around addresses that their town's name means in another spelling, `country` if they state that
 * alone; undefined if it is another town.
 */
export function mappedAreaOf(town: StatedTown, areas: Areas): AdminArea | 'country' | undefined {
  const { name, type, at } = town
  const surroundings = areas.hierarchy.surroundingsOf(at)
  const { lineage, others } = surroundings
  const countryWords = wordsOf(lineage.country ? [lineage.country] : [])
  const words = contentWords(name)
  if (words.length > 0 && words.every((word) => countryWords.has(word))) return 'country'
  if (type === 'county' || type === 'region') {
    if (regionCode.test(name) && lineage[type]) return lineage[type]
    const candidates = [lineage.county, lineage.region, ...others].filter(
      (area) => area?.type === 'county' || area?.type === 'region',
    )
    return candidates.find((area) => matchTownName(name, area!, countryWords) !== undefined)
  }
  const around = new Set([...Object.values(lineage), ...others])
  const wider = wordsOf([...around].filter((area) => areaOrder[area.type] < areaOrder.locality))
  const byMatch = new Map<TownNameMatch, AdminArea>()
  const similar = [...areas.hierarchy.townsNear(at, surroundings)].filter(similarTo(name))
  for (const area of ofTypeFirst(similar, type)) {
    const match = matchTownName(name, area, wider)
    if (!match || byMatch.has(match)) continue
    if (match !== 'same' && !isAround(area, at) && !(match === 'misspelt' && area.statedBy))
      continue
    if (match === 'misspelt' && !isRarer(town, area)) continue
    byMatch.set(match, area)
  }
  return byMatch.get('same') ?? byMatch.get('part') ?? byMatch.get('misspelt')
}

function isAround({ shape, at, radiusMeters }: AdminArea, point: LatLon): boolean {
  return shape ? shape.contains(point) : flatMeters(at, point) < radiusMeters
}

function isRarer({ count }: StatedTown, { statedBy }: AdminArea): boolean {
  return statedBy === undefined ? count <= maxMisspelt : statedBy >= minMisspeltRatio * count
}

function ofTypeFirst(areas: AdminArea[], type: AdminArea['type']): AdminArea[] {
  return areas.sort((a, b) => Number(b.type === type) - Number(a.type === type))
}

function wordsOf(areas: readonly AdminArea[]): Set<string> {
  return new Set(areas.flatMap(({ names }) => allNamesOf(names).flatMap(contentWords)))
}
