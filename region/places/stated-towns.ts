import type { LatLon } from '#ground/geo'
import { fold } from '#places/text'
import { type AdminArea, areaOrder } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { CellCounts, type CountedCell, findCountedCell, findDensest } from './cell-counts.ts'
import { groupNearby } from './cluster.ts'
import { Counts } from './counts.ts'
import { listParents } from './hierarchy.ts'
import { scoreStatedArea } from './importance.ts'
import { measureMeters, roundPosition } from './plane.ts'
import { PointGrid } from './point-grid.ts'
import { matchMappedArea, type StatedTown } from './stated-town-match.ts'
import type { Statement } from './statements.ts'

/** Maximum gap between addresses that name the same town. */
const townGapMeters = 10_000
/** Maximum distance of a quarter known only from addresses to addresses of its town. */
const maxQuarterMeters = 1_500
/** Maximum number of spellings counted for one name. */
const maxSpellings = 8

/** Addresses of a country that name one area, by the folded name. */
interface StatedName {
  key: string
  type: Statement['type']
  countryCode: string
  spellings: Counts
  cells: CellCounts
  towns: LocatedTown[]
  /** Town of each cell of {@link CellCounts}. */
  townByCell: Map<number, LocatedTown>
}

interface LocatedTown extends StatedTown {
  countryCode: string
  cells: readonly CountedCell[]
  /** The mapped area with this name, or a new one; undefined if the name means the country. */
  area?: AdminArea
}

/** Towns that addresses mean by one name, as plain data. */
export interface LocatedName {
  towns: readonly { at: LatLon; area?: AdminArea }[]
  /** Town of each cell of {@link CellCounts}. */
  townByCell: ReadonlyMap<number, { area?: AdminArea }>
}

/** Names in addresses, by their key. */
export type LocatedNames = ReadonlyMap<string, LocatedName>

/** Returns the area of a statement. If its cell was not counted, returns the nearest area with the name. */
export function findStatedArea(
  names: LocatedNames,
  { type, name }: Statement,
  countryCode: string,
  at: LatLon,
): AdminArea | undefined {
  const stated = names.get(buildKey(type, name, countryCode))
  const counted = stated?.townByCell.get(findCountedCell(at))
  if (counted) return counted.area
  const measureTo = ({ at: town }: { at: LatLon }) => measureMeters(town, at)
  return stated?.towns.toSorted((a, b) => measureTo(a) - measureTo(b))[0]?.area
}

/**
 * Creates areas for the towns, quarters, counties and regions that addresses name but the map lacks. Memory holds
 * about 200 bytes for each square kilometre of each name.
 */
export class StatedTowns {
  readonly #byKey = new Map<string, StatedName>()

  /** Counts a statement whose name has no mapped area. */
  add({ type, name }: Statement, countryCode: string, at: LatLon): void {
    const key = buildKey(type, name, countryCode)
    let stated = this.#byKey.get(key)
    if (!stated) {
      stated = {
        key,
        type,
        countryCode,
        spellings: new Counts(),
        cells: new CellCounts(),
        towns: [],
        townByCell: new Map(),
      }
      this.#byKey.set(key, stated)
    }
    const { spellings, cells } = stated
    cells.add(at)
    if (spellings.has(name) || spellings.size < maxSpellings) spellings.add(name)
  }

  /** Adds the new areas to the mapped ones. Call it once, after all statements are counted. */
  finish(areas: Areas): void {
    const towns: { town: LocatedTown; stated: StatedName; index: number }[] = []
    const localities = new PointGrid<{ area: AdminArea; count: number }>(maxQuarterMeters)
    for (const stated of this.#byKey.values()) {
      const name = stated.spellings.mostFrequent()!
      const { type, countryCode } = stated
      const clusters = groupNearby(stated.cells.listCells(), ({ at }) => [at], townGapMeters)
      stated.towns = clusters
        .map((cells) => {
          const count = cells.reduce((sum, cell) => sum + cell.count, 0)
          return { name, type, countryCode, count, at: roundPosition(findDensest(cells)), cells }
        })
        .sort((a, b) => b.count - a.count || a.at.lat - b.at.lat || a.at.lon - b.at.lon)
      for (const [index, town] of stated.towns.entries()) {
        towns.push({ town, stated, index })
        for (const { cell } of town.cells) stated.townByCell.set(cell, town)
      }
    }
    // Wider areas come first. A misspelt name joins the correct one, which has more addresses and therefore comes
    // first.
    towns.sort(
      (a, b) =>
        areaOrder[a.town.type] - areaOrder[b.town.type] ||
        b.town.count - a.town.count ||
        (a.stated.key < b.stated.key ? -1 : a.stated.key > b.stated.key ? 1 : a.index - b.index),
    )
    for (const { town, stated, index } of towns) {
      const points = town.cells.map(({ at }) => at)
      const reach = { gapMeters: townGapMeters, countryCode: town.countryCode }
      const match =
        areas.hierarchy.findReaching(town.name, town.type, points, reach) ??
        matchMappedArea(town, areas)
      if (match === 'country') continue
      const area = match ?? createArea(town, buildId(stated, town, index), stated, areas)
      town.area = area
      if (area.type === 'neighbourhood' && !match) addLocality(area, town.at, localities)
      if (area.type !== 'locality') continue
      for (const { at, count } of town.cells) localities.add(at, { area, count })
    }
    areas.list.sort((a, b) => areaOrder[a.type] - areaOrder[b.type])
  }

  /** Yields the areas that the statements mean, with the positions of their cells. */
  *statements(): Generator<{ area: AdminArea; at: LatLon }> {
    for (const { towns } of this.#byKey.values())
      for (const { area, cells } of towns) if (area) for (const { at } of cells) yield { area, at }
  }

  /** See {@link findStatedArea}. */
  findArea(statement: Statement, countryCode: string, at: LatLon): AdminArea | undefined {
    return findStatedArea(this.#byKey, statement, countryCode, at)
  }

  /**
   * Returns the input of {@link findStatedArea}.
   *
   * @param replaced Returns the copy that replaces an area.
   */
  locateNames(replaced: (area: AdminArea) => AdminArea | undefined): LocatedNames {
    const names = new Map<string, LocatedName>()
    for (const [key, { towns, townByCell }] of this.#byKey) {
      const copies = new Map(
        towns.map((town) => {
          const area = town.area && replaced(town.area)
          return [town, { at: town.at, ...(area && { area }) }]
        }),
      )
      const cells = [...townByCell].map(([cell, town]) => [cell, copies.get(town)!] as const)
      names.set(key, { towns: [...copies.values()], townByCell: new Map(cells) })
    }
    return names
  }
}

function createArea(
  { type, name, countryCode, count, at }: LocatedTown,
  id: string,
  { spellings }: StatedName,
  { list, hierarchy }: Areas,
): AdminArea {
  const aliases = spellings
    .sorted()
    .map(({ text }) => text)
    .filter((spelling) => spelling !== name)
    .sort()
  const area: AdminArea = {
    id,
    type,
    tags: {},
    names: { name, names: {}, aliases },
    at,
    countryCode,
    base: scoreStatedArea(type, count),
    radiusMeters: 0,
    preference: 1,
    statedBy: count,
    parents: [],
    statedParents: [],
    houses: [],
  }
  const { lineage, others } = hierarchy.findAreasAround(at, {}, area)
  area.parents = listParents(lineage)
  area.otherAreas = others
  hierarchy.add(area)
  list.push(area)
  return area
}

/** Adds a parent to a quarter without a locality: the town that most addresses around it name. */
function addLocality(
  quarter: AdminArea,
  at: LatLon,
  localities: PointGrid<{ area: AdminArea; count: number }>,
): void {
  if (quarter.parents.some(({ type }) => type === 'locality')) return
  const counts = new Map<AdminArea, number>()
  for (const { at: near, thing } of localities.findAround(at)) {
    if (measureMeters(near, at) > maxQuarterMeters) continue
    if (thing.area.countryCode !== quarter.countryCode) continue
    counts.set(thing.area, (counts.get(thing.area) ?? 0) + thing.count)
  }
  const [main] = [...counts].sort(([a, m], [b, n]) => n - m || (a.id < b.id ? -1 : 1))
  if (main) quarter.parents = [main[0], ...quarter.parents]
}

function buildKey(type: string, name: string, countryCode: string): string {
  return `${countryCode}:${type}:${fold(name) || encodeURIComponent(name)}`
}

/**
 * Builds an id from the name and rough position, which more addresses do not change:
 * `stated:CHE:locality:thun:46.8:7.6`.
 */
function buildId({ key, towns }: StatedName, { at }: LocatedTown, index: number): string {
  const formatPosition = ({ lat, lon }: LatLon) => `${lat.toFixed(1)}:${lon.toFixed(1)}`
  const position = formatPosition(at)
  const before = towns.slice(0, index).filter((town) => formatPosition(town.at) === position).length
  const id = `stated:${key.replaceAll(' ', '-')}:${position}`
  return before === 0 ? id : `${id}:${before + 1}`
}
