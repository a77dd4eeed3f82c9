import { assembleOutline, type Vertices } from '../features/index.ts'
import type { NodeTable, OsmMember, OsmTags } from '../osm/index.ts'
import { type Placement, selectNames } from './schema/index.ts'

/** Lowest zoom level of borders on the map, by administrative level. */
const zooms: Readonly<Record<number, number>> = { 2: 0, 4: 7 }

interface Boundary {
  level: number
  tags: OsmTags
  ways: readonly number[]
}

interface BorderWay {
  level: number
  nodes: readonly number[]
  isMaritime: boolean
  isDisputed: boolean
}

/** Borders of countries and states. */
export class Boundaries {
  readonly #boundaries: Boundary[] = []
  readonly #ways = new Map<number, BorderWay>()

  addRelation(_id: number, members: readonly OsmMember[], tags: OsmTags): void {
    const level = Number(tags.admin_level)
    if (tags.boundary !== 'administrative' || zooms[level] === undefined) return
    const parts = members.filter(
      ({ type, role }) => type === 'way' && (role === '' || role === 'outer' || role === 'inner'),
    )
    const ways = [...new Set(parts.map(({ ref }) => ref))]
    this.#boundaries.push({ level, tags, ways })
    for (const way of ways) {
      const known = this.#ways.get(way)
      const border = { level, nodes: [], isMaritime: false, isDisputed: false }
      // The border of a country is also a border of one of its states.
      if (!known || level < known.level) this.#ways.set(way, border)
    }
  }

  /** Whether a way is part of a border. */
  hasWay(id: number): boolean {
    return this.#ways.has(id)
  }

  /** Adds a way if it is part of a border. */
  addWay(id: number, nodes: readonly number[], tags: OsmTags): void {
    const border = this.#ways.get(id)
    if (!border) return
    border.nodes = [...nodes]
    border.isMaritime = tags.maritime === 'yes' || tags.natural === 'coastline'
    border.isDisputed = tags.disputed === 'yes' || tags.boundary === 'disputed'
  }

  /** Yields each border once, with the lowest level of the areas that share it. */
  *lines(nodes: NodeTable): Generator<{ placement: Placement; lines: Vertices[] }> {
    for (const [, { level, nodes: refs, isMaritime, isDisputed }] of sortById(this.#ways)) {
      const lines = nodes.splitAtUnknown(refs).filter(({ length }) => length >= 4)
      if (lines.length === 0) continue
      const attributes = {
        admin_level: level,
        maritime: isMaritime,
        disputed: isDisputed,
      }
      yield { placement: { layer: 'boundaries', minZoom: zooms[level]!, attributes }, lines }
    }
  }

  /** Yields the areas with a whole border, for their names. */
  *areas(nodes: NodeTable): Generator<{ placement: Placement; rings: Vertices[] }> {
    for (const { level, tags, ways } of this.#boundaries) {
      if (!tags.name) continue
      const members = ways.map((way) => this.#ways.get(way)?.nodes ?? [])
      const { rings, unclosed } = assembleOutline(members, nodes)
      if (unclosed > 0) continue
      const attributes = { admin_level: level, ...selectNames(tags) }
      const minZoom = level === 2 ? 2 : 3
      const label = { isLabel: true, withArea: true }
      yield { placement: { layer: 'boundary_labels', minZoom, attributes, ...label }, rings }
    }
  }
}

function sortById<T>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].sort(([a], [b]) => a - b)
}
