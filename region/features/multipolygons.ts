import { LargeMap, LargeSet } from '#platform/large-data'
import type { OsmMember, OsmTags } from '../osm/index.ts'
import { isLine, kindsOfArea } from './kinds.ts'

/** An area made of several ways. */
export interface Multipolygon {
  id: number
  tags: OsmTags
  /** Without duplicates, in the order of the relation. */
  ways: readonly number[]
  /** The tags are those of its outer ways. */
  isInherited: boolean
}

interface TaggedRelation {
  id: number
  /** Undefined where the relation has none that say anything of the ground. */
  tags: OsmTags | undefined
  ways: readonly number[]
  outer: readonly number[]
}

/** Keys that do not describe the area. */
const administrative = new Set(['type', 'source', 'created_by', 'note', 'fixme', 'attribution'])

/**
 * The multipolygon relations of a map. A relation without tags of its own inherits those of its outer
 * ways, as was the custom until about 2016. Outer ways with the same kinds as their relation are not
 * drawn as areas, or its holes would be filled.
 */
export class Multipolygons {
  readonly #relations: TaggedRelation[] = []
  /** Tags of outer ways that have kinds. */
  readonly #outers = new LargeMap<number, OsmTags | undefined>()
  readonly #absorbed = new LargeSet<number>()
  /** Member ways, with their nodes once these are known. */
  readonly nodesOfWays = new LargeMap<number, readonly number[]>()

  addRelation(id: number, members: readonly OsmMember[], tags: OsmTags): void {
    if (tags.type !== 'multipolygon') return
    const isTagged = isLine(tags) || kindsOfArea(tags).length > 0
    if (!isTagged && !Object.keys(tags).every((key) => administrative.has(key))) return
    const parts = members.filter(
      ({ type, role }) => type === 'way' && (role === '' || role === 'outer' || role === 'inner'),
    )
    const ways = [...new Set(parts.map(({ ref }) => ref))]
    const outer = parts.filter(({ role }) => role !== 'inner').map(({ ref }) => ref)
    this.#relations.push({ id, tags: isTagged ? tags : undefined, ways, outer })
    for (const way of outer) this.#outers.set(way, undefined)
    for (const way of ways) this.nodesOfWays.set(way, [])
  }

  /** Whether a way is a member. */
  hasWay(id: number): boolean {
    return this.nodesOfWays.has(id)
  }

  /** Adds a way if it is a member; returns whether it is. */
  addWay(id: number, nodes: readonly number[], tags: OsmTags): boolean {
    if (!this.hasWay(id)) return false
    this.nodesOfWays.set(id, [...nodes])
    if (this.#outers.has(id) && kindsOfArea(tags).length > 0) this.#outers.set(id, tags)
    return true
  }

  /** All multipolygons with kinds, by id. Call it after all ways were added. */
  settled(): Multipolygon[] {
    const areas: Multipolygon[] = []
    for (const { id, tags: own, ways, outer } of this.#relations.splice(0)) {
      const tagged = outer.filter((way) => this.#outers.get(way) !== undefined)
      const kindsOf = (way: number) => kindsOfArea(this.#outers.get(way)!).join()
      const [first] = tagged
      const kinds = own ? kindsOfArea(own).join() : first === undefined ? '' : kindsOf(first)
      const alike = tagged.filter((way) => kindsOf(way) === kinds)
      const tags = own ?? (first === undefined ? undefined : this.#outers.get(first))
      // Outer ways of different kinds are areas of their own.
      if (!tags || (!own && alike.length < tagged.length)) continue
      areas.push({ id, tags, ways, isInherited: !own })
      for (const way of alike) this.#absorbed.add(way)
    }
    this.#outers.clear()
    return areas.sort((a, b) => a.id - b.id)
  }

  /** Whether the relation of a way draws its inside. */
  isAbsorbed(way: number): boolean {
    return this.#absorbed.has(way)
  }
}
