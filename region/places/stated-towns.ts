import type { LatLon } from '../../lib/geo/index.ts'
import { fold } from '../../lib/text/index.ts'
import { type AdminArea, areaOrder } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { CellCounts, type CountedCell, densestOf } from './cell-counts.ts'
import { clustered } from './cluster.ts'
import { Counts } from './counts.ts'
import { parentsOf } from './hierarchy.ts'
import { statedBase } from './importance.ts'
import { flatMeters, rounded } from './plane.ts'
import { mappedAreaOf, type StatedTown } from './stated-town-match.ts'
import type { Statement } from './statements.ts'

/** Nearer addresses that state one name are in one town. */
const townGapMeters = 10_000
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
}

interface LocatedTown extends StatedTown {
  countryCode: string
  cells: readonly CountedCell[]
  /** The mapped area that it means, or a new one; undefined for the country. */
  area?: AdminArea
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
      const empty = { spellings: new Counts(), cells: new CellCounts(), towns: [] }
      stated = { key, type, countryCode, ...empty }
      this.#byKey.set(key, stated)
    }
    const { spellings, cells } = stated
    cells.add(at)
    if (spellings.has(name) || spellings.size < maxSpellings) spellings.add(name)
  }

  /** Adds the areas to the others. Called once, after all statements are counted. */
  finish(areas: Areas): void {
    const towns: { town: LocatedTown; stated: StatedName; index: number }[] = []
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
      for (const [index, town] of stated.towns.entries()) towns.push({ town, stated, index })
    }
    // Wider areas first; misspelt names join the correct one, which more state.
    towns.sort(
      (a, b) =>
        areaOrder[a.town.type] - areaOrder[b.town.type] ||
        b.town.count - a.town.count ||
        (a.stated.key < b.stated.key ? -1 : a.stated.key > b.stated.key ? 1 : a.index - b.index),
    )
    for (const { town, stated, index } of towns) {
      const match = mappedAreaOf(town, areas)
      if (match === 'country') continue
      town.area = match ?? newArea(town, idOf(stated, index), stated, areas)
    }
    areas.list.sort((a, b) => areaOrder[a.type] - areaOrder[b.type])
  }

  /** The area of a statement that was counted. */
  areaOf({ type, name }: Statement, countryCode: string, at: LatLon): AdminArea | undefined {
    const towns = this.#byKey.get(keyOf(type, name, countryCode))?.towns ?? []
    if (towns.length <= 1) return towns[0]?.area
    const metersOf = ({ cells }: LocatedTown) =>
      cells.reduce((min, cell) => Math.min(min, flatMeters(cell.at, at)), Infinity)
    return towns.reduce((best, town) => (metersOf(town) < metersOf(best) ? town : best)).area
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
    ...{ id, type, tags: {}, names: { name, names: {}, aliases }, at, countryCode },
    ...{ base: statedBase(type, count), radiusMeters: 0, preference: 1, statedBy: count },
    ...{ parents: [], statedParents: [], houses: [] },
  }
  const { lineage, others } = hierarchy.surroundingsOf(at, {}, area)
  area.parents = parentsOf(lineage)
  area.otherAreas = others
  hierarchy.add(area)
  list.push(area)
  return area
}

function keyOf(type: string, name: string, countryCode: string): string {
  return `${countryCode}:${type}:${fold(name) || name}`
}

function idOf({ key }: StatedName, index: number): string {
  const id = `stated:${key.replaceAll(' ', '-')}`
  return index === 0 ? id : `${id}:${index + 1}`
}
