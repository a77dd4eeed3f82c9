import type { LatLon } from '#ground/geo'
import { listNames } from '#places/gazetteer'
import { type AdminArea, areaOrder } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { measureMeters } from './plane.ts'
import type { StatedType } from './statements.ts'
import {
  makeSimilarityTest,
  matchTownName,
  selectContentWords,
  type TownNameMatch,
} from './town-names.ts'

/** Maximum number of addresses with a misspelt name of a mapped area; a more frequent name is not a misspelling. */
const maxMisspelt = 5
/** Minimum ratio between the addresses with a name and the addresses with a misspelling of it. */
const minMisspeltRatio = 10
/** Matches codes such as `CA` and `NSW`. */
const regionCode = /^\p{Lu}{2,3}$/u

/** A town named by addresses near each other. */
export interface StatedTown {
  name: string
  type: StatedType
  /** Number of addresses. */
  count: number
  /** Position of most of the addresses. */
  at: LatLon
}

/**
 * Finds the area around addresses whose name they spell differently. Returns `country` if they name only the country,
 * and undefined if they mean another town.
 */
export function matchMappedArea(town: StatedTown, areas: Areas): AdminArea | 'country' | undefined {
  const { name, type, at } = town
  const surroundings = areas.hierarchy.findAreasAround(at)
  const { lineage, others } = surroundings
  const countryWords = collectWords(lineage.country ? [lineage.country] : [])
  const words = selectContentWords(name)
  if (words.length > 0 && words.every((word) => countryWords.has(word))) return 'country'
  if (type === 'county' || type === 'region') {
    if (regionCode.test(name) && lineage[type]) return lineage[type]
    const candidates = [lineage.county, lineage.region, ...others].filter(
      (area) => area?.type === 'county' || area?.type === 'region',
    )
    return candidates.find((area) => matchTownName(name, area!, countryWords) !== undefined)
  }
  const around = new Set([...Object.values(lineage), ...others])
  const wider = collectWords(
    [...around].filter((area) => areaOrder[area.type] < areaOrder.locality),
  )
  const byMatch = new Map<TownNameMatch, AdminArea>()
  const similar = [...areas.hierarchy.findTownsNear(at, surroundings)].filter(
    makeSimilarityTest(name),
  )
  for (const area of sortByType(similar, type)) {
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
  return shape ? shape.contains(point) : measureMeters(at, point) < radiusMeters
}

function isRarer({ count }: StatedTown, { statedBy }: AdminArea): boolean {
  return statedBy === undefined ? count <= maxMisspelt : statedBy >= minMisspeltRatio * count
}

function sortByType(areas: AdminArea[], type: AdminArea['type']): AdminArea[] {
  return areas.sort((a, b) => Number(b.type === type) - Number(a.type === type))
}

function collectWords(areas: readonly AdminArea[]): Set<string> {
  return new Set(areas.flatMap(({ names }) => listNames(names).flatMap(selectContentWords)))
}
