import type { LatLon } from '#ground/geo'
import { fold } from '#places/text'
import { type AdminArea, areaOrder } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { CellCounts, type CountedCell, countedCellOf, densestOf } from './cell-counts.ts'
import { clustered } from './cluster.ts'
import { Counts } from './counts.ts'
import { parentsOf } from './hierarchy.ts'
import { statedBase } from './importance.ts'
import { flatMeters, rounded } from './plane.ts'
import { PointGrid } from './point-grid.ts'
import { mappedAreaOf, type StatedTown } from './stated-town-match.ts'
import type { Statement } from './statements.ts'

/** Nearer addresses that state one name are in one town. */
const townGapMeters = 10_000
/** Distance of a stated quarter from addresses of its town. */
const maxQuarterMeters = 1_500
/** Spellings that are counted of one name. */
const maxSpellings = 8

/** What the addresses of a country state by one folded name. */
interface StatedName {
  key: string
  type: Statement['type']
  countryCode: string
  spellings: Counts
  cells: CellCounts
  towns: LocatedTown[]
  /** The town of each cell of {@link CellCounts}. */
  townOfCell: Map<number, LocatedTown>
}

interface LocatedTown extends StatedTown {
  countryCode: string
  cells: readonly CountedCell[]
  /** The mapped area that it means, or a new one; undefined for the country. */
  area?: AdminArea
}

/** The towns that addresses mean by one name, as plain data. */
export interface LocatedName {
  towns: readonly { at: LatLon; area?: AdminArea }[]
  /** The town of each cell of {@link CellCounts}. */
  townOfCell: ReadonlyMap<number, { area?: AdminArea }>
}

/** The names that addresses state, by their key. */
export type LocatedNames = ReadonlyMap<string, LocatedName>

/** The area of a statement; of one that was not counted the nearest of the name. */
export function statedAreaOf(
  names: LocatedNames,
  { type, name }: Statement,
  countryCode: string,
  at: LatLon,
): AdminArea | undefined {
  const stated = names.get(keyOf(type, name, countryCode))
  const counted = stated?.townOfCell.get(countedCellOf(at))
  if (counted) return counted.area
  const metersOf = ({ at: town }: { at: LatLon }) => flatMeters(town, at)
  return stated?.towns.toSorted((a, b) => metersOf(a) - metersOf(b))[0]?.area
}

/**
 * Makes areas of the towns, quarters, counties and regions that addresses state and nothing maps. Memory
 * holds about 200 bytes for each square kilometre of each name.
 */
export class StatedTowns {
  readonly #byKey = new Map<string, StatedName>()

  /** Counts a statement without a mapped area of the name. */
  add({ type, name }: Statement, countryCode: string, at: LatLon): void {
    const key = keyOf(type, name, countryCode)
    let stated = this.#byKey.get(key)
    if (!stated) {
      stated = {
        key,
        type,
        countryCode,
        spellings: new Counts(),
        cells: new CellCounts(),
        towns: [],
        townOfCell: new Map(),
      }
      this.#byKey.set(key, stated)
    }
    const { spellings, cells } = stated
    cells.add(at)
    if (spellings.has(name) || spellings.size < maxSpellings) spellings.add(name)
  }

  /** Adds the areas to the others. Called once, after all statements are counted. */
  finish(areas: Areas): void {
    const towns: { town: LocatedTown; stated: StatedName; index: number }[] = []
    const localities = new PointGrid<{ area: AdminArea; count: number }>(maxQuarterMeters)
    for (const stated of this.#byKey.values()) {
      const name = stated.spellings.mostFrequent()!
      const { type, countryCode } = stated
      const clusters = clustered(stated.cells.cells(), ({ at }) => [at], townGapMeters)
      stated.towns = clusters
        .map((cells) => {
          const count = cells.reduce((sum, cell) => sum + cell.count, 0)
          return { name, type, countryCode, count, at: rounded(densestOf(cells)), cells }
        })
        .sort((a, b) => b.count - a.count || a.at.lat - b.at.lat || a.at.lon - b.at.lon)
      for (const [index, town] of stated.towns.entries()) {
        towns.push({ town, stated, index })
        for (const { cell } of town.cells) stated.townOfCell.set(cell, town)
      }
    }
    // Wider areas first; misspelt names join the correct one, which more state.
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
        areas.hierarchy.reaching(town.name, town.type, points, reach) ?? mappedAreaOf(town, areas)
      if (match === 'country') continue
      const area = match ?? newArea(town, idOf(stated, town, index), stated, areas)
      town.area = area
      if (area.type === 'neighbourhood' && !match) addLocality(area, town.at, localities)
      if (area.type !== 'locality') continue
      for (const { at, count } of town.cells) localities.add(at, { area, count })
    }
    areas.list.sort((a, b) => areaOrder[a.type] - areaOrder[b.type])
  }

  /** The areas that the statements mean, each with the cells where they are. */
  *statements(): Generator<{ area: AdminArea; at: LatLon }> {
    for (const { towns } of this.#byKey.values())
      for (const { area, cells } of towns) if (area) for (const { at } of cells) yield { area, at }
  }

  /** See {@link statedAreaOf}. */
  areaOf(statement: Statement, countryCode: string, at: LatLon): AdminArea | undefined {
    return statedAreaOf(this.#byKey, statement, countryCode, at)
  }

  /** What {@link statedAreaOf} needs. @param replaced Of each area, what stands for it there. */
  located(replaced: (area: AdminArea) => AdminArea | undefined): LocatedNames {
    const names = new Map<string, LocatedName>()
    for (const [key, { towns, townOfCell }] of this.#byKey) {
      const copies = new Map(
        towns.map((town) => {
          const area = town.area && replaced(town.area)
          return [town, { at: town.at, ...(area && { area }) }]
        }),
      )
      const cells = [...townOfCell].map(([cell, town]) => [cell, copies.get(town)!] as const)
      names.set(key, { towns: [...copies.values()], townOfCell: new Map(cells) })
    }
    return names
  }
}

function newArea(
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
    base: statedBase(type, count),
    radiusMeters: 0,
    preference: 1,
    statedBy: count,
    parents: [],
    statedParents: [],
    houses: [],
  }
  const { lineage, others } = hierarchy.surroundingsOf(at, {}, area)
  area.parents = parentsOf(lineage)
  area.otherAreas = others
  hierarchy.add(area)
  list.push(area)
  return area
}

/** Makes the town that most addresses around a stated quarter state its parent, if it has none. */
function addLocality(
  quarter: AdminArea,
  at: LatLon,
  localities: PointGrid<{ area: AdminArea; count: number }>,
): void {
  if (quarter.parents.some(({ type }) => type === 'locality')) return
  const counts = new Map<AdminArea, number>()
  for (const { at: near, thing } of localities.around(at)) {
    if (flatMeters(near, at) > maxQuarterMeters) continue
    if (thing.area.countryCode !== quarter.countryCode) continue
    counts.set(thing.area, (counts.get(thing.area) ?? 0) + thing.count)
  }
  const [main] = [...counts].sort(([a, m], [b, n]) => n - m || (a.id < b.id ? -1 : 1))
  if (main) quarter.parents = [main[0], ...quarter.parents]
}

function keyOf(type: string, name: string, countryCode: string): string {
  return `${countryCode}:${type}:${fold(name) || encodeURIComponent(name)}`
}

/**
 * By name and rough position, so that more addresses do not change it: `stated:CHE:locality:thun:46.8:7.6`.
 */
function idOf({ key, towns }: StatedName, { at }: LocatedTown, index: number): string {
  const positionOf = ({ lat, lon }: LatLon) => `${lat.toFixed(1)}:${lon.toFixed(1)}`
  const position = positionOf(at)
  const before = towns.slice(0, index).filter((town) => positionOf(town.at) === position).length
  const id = `stated:${key.replaceAll(' ', '-')}:${position}`
  return before === 0 ? id : `${id}:${before + 1}`
}
