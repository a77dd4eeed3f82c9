import { LargeMap, LargeSet } from '#platform/large-data'
import type { OsmMember, OsmTags } from '../osm/index.ts'
import { classifyArea, isLine } from './kinds.ts'

/** An area made of several ways. */
export interface Multipolygon {
  id: number
  tags: OsmTags
  /** Ids of its ways without duplicates, in the order of the relation. */
  ways: readonly number[]
  /** Whether the tags come from its outer ways. */
  isInherited: boolean
}

interface TaggedRelation {
  id: number
  /** Undefined if the relation's own tags do not describe the ground. */
  tags: OsmTags | undefined
  ways: readonly number[]
  outer: readonly number[]
}

/** Keys that do not describe an area. */
const administrative = new Set(['type', 'source', 'created_by', 'note', 'fixme', 'attribution'])

/**
 * Collects the multipolygon relations of a map. A relation without tags of its own inherits those of its outer ways,
 * as was the custom until about 2016. Outer ways with the same kinds as their relation are not drawn as areas, which
 * would fill its holes.
 */
export class Multipolygons {
  readonly #relations: TaggedRelation[] = []
  /** Tags of outer ways that have kinds. */
  readonly #outers = new LargeMap<number, OsmTags | undefined>()
  readonly #absorbed = new LargeSet<number>()
  /** Member ways with their nodes, once these are known. */
  readonly nodesOfWays = new LargeMap<number, readonly number[]>()

  addRelation(id: number, members: readonly OsmMember[], tags: OsmTags): void {
    if (tags.type !== 'multipolygon') return
    const isTagged = isLine(tags) || classifyArea(tags).length > 0
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

  /** Adds a way if it is a member. Returns whether it is. */
  addWay(id: number, nodes: readonly number[], tags: OsmTags): boolean {
    if (!this.hasWay(id)) return false
    this.nodesOfWays.set(id, [...nodes])
    if (this.#outers.has(id) && classifyArea(tags).length > 0) this.#outers.set(id, tags)
    return true
  }

  /** Returns all multipolygons with kinds, by id. Call it after all ways are added. */
  listSettled(): Multipolygon[] {
    const areas: Multipolygon[] = []
    for (const { id, tags: own, ways, outer } of this.#relations.splice(0)) {
      const tagged = outer.filter((way) => this.#outers.get(way) !== undefined)
      const formatKinds = (way: number) => classifyArea(this.#outers.get(way)!).join()
      const [first] = tagged
      const kinds = own ? classifyArea(own).join() : first === undefined ? '' : formatKinds(first)
      const alike = tagged.filter((way) => formatKinds(way) === kinds)
      const tags = own ?? (first === undefined ? undefined : this.#outers.get(first))
      // Outer ways of different kinds are areas of their own.
      if (!tags || (!own && alike.length < tagged.length)) continue
      areas.push({ id, tags, ways, isInherited: !own })
      for (const way of alike) this.#absorbed.add(way)
    }
    this.#outers.clear()
    return areas.sort((a, b) => a.id - b.id)
  }

  /** Whether the relation of a way draws the inside of the way. */
  isAbsorbed(way: number): boolean {
    return this.#absorbed.has(way)
  }
}
