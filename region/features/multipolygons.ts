import type { OsmMember, OsmTags } from '../osm/index.ts'
import { isLine, kindsOfArea } from './kinds.ts'

/** An area made of several ways. */
export interface Multipolygon {
  id: number
  tags: OsmTags
  /** Each once, in the order of the relation. */
  ways: readonly number[]
  /** The tags are its outer ways', whose outlines these are then. */
  isInherited: boolean
}

interface Found {
  id: number
  /** Undefined for one that says nothing of itself. */
  tags: OsmTags | undefined
  ways: readonly number[]
  outer: readonly number[]
}

/** Keys that say nothing of what a relation is. */
const administrative = new Set(['type', 'source', 'created_by', 'note', 'fixme', 'attribution'])

/**
 * The multipolygon relations of a map. A relation that says nothing of itself is what its outer ways
 * say, as was the custom until about 2016. Outer ways that say just what their relation is are no areas
 * of their own, or its holes would be filled.
 */
export class Multipolygons {
  readonly #found: Found[] = []
  /** Tags of outer ways that say what an area is. */
  readonly #outers = new Map<number, OsmTags | undefined>()
  readonly #absorbed = new Set<number>()
  /** Ways that are parts, with their nodes when they are known. */
  readonly nodesOfWays = new Map<number, readonly number[]>()

  addRelation(id: number, members: readonly OsmMember[], tags: OsmTags): void {
    if (tags.type !== 'multipolygon') return
    const isTagged = isLine(tags) || kindsOfArea(tags).length > 0
    if (!isTagged && !Object.keys(tags).every((key) => administrative.has(key))) return
    const parts = members.filter(
      ({ type, role }) => type === 'way' && (role === '' || role === 'outer' || role === 'inner'),
    )
    const ways = [...new Set(parts.map(({ ref }) => ref))]
    const outer = parts.filter(({ role }) => role !== 'inner').map(({ ref }) => ref)
    this.#found.push({ id, tags: isTagged ? tags : undefined, ways, outer })
    for (const way of outer) this.#outers.set(way, undefined)
    for (const way of ways) this.nodesOfWays.set(way, [])
  }

  /** Notes a way that is a part of one; whether it is. */
  addWay(id: number, nodes: readonly number[], tags: OsmTags): boolean {
    if (!this.nodesOfWays.has(id)) return false
    this.nodesOfWays.set(id, [...nodes])
    if (this.#outers.has(id) && kindsOfArea(tags).length > 0) this.#outers.set(id, tags)
    return true
  }

  /** All that say something of the ground, by id. To be asked when every way is known. */
  settled(): Multipolygon[] {
    const areas: Multipolygon[] = []
    for (const { id, tags: own, ways, outer } of this.#found.splice(0)) {
      const tagged = outer.filter((way) => this.#outers.get(way) !== undefined)
      const kindsOf = (way: number) => kindsOfArea(this.#outers.get(way)!).join()
      const [first] = tagged
      const kinds = own ? kindsOfArea(own).join() : first === undefined ? '' : kindsOf(first)
      const alike = tagged.filter((way) => kindsOf(way) === kinds)
      const tags = own ?? (first === undefined ? undefined : this.#outers.get(first))
      // Outer ways that are different things are areas each for itself.
      if (!tags || (!own && alike.length < tagged.length)) continue
      areas.push({ id, tags, ways, isInherited: !own })
      for (const way of alike) this.#absorbed.add(way)
    }
    this.#outers.clear()
    return areas.sort((a, b) => a.id - b.id)
  }

  /** Whether what the inside of a way is has become a matter of its relation. */
  isAbsorbed(way: number): boolean {
    return this.#absorbed.has(way)
  }
}
