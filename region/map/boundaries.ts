import { assembleOutline, type Vertices } from '../features/index.ts'
import type { NodeTable, OsmMember, OsmTags } from '../osm/index.ts'
import { localNames, type Placement } from './schema/index.ts'

/** Administrative levels with a border on the map, and the zoom levels from which. */
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
      // A border of a country is one of its states as well.
      if (!known || level < known.level) this.#ways.set(way, border)
    }
  }

  /** Whether a way is a part of a border. */
  hasWay(id: number): boolean {
    return this.#ways.has(id)
  }

  /** Adds a way if it is a part of a border. */
  addWay(id: number, nodes: readonly number[], tags: OsmTags): void {
    const border = this.#ways.get(id)
    if (!border) return
    border.nodes = [...nodes]
    border.isMaritime = tags.maritime === 'yes' || tags.natural === 'coastline'
    border.isDisputed = tags.disputed === 'yes' || tags.boundary === 'disputed'
  }

  /** Each border once, with the lowest level of those that share it. */
  *lines(nodes: NodeTable): Generator<{ placement: Placement; lines: Vertices[] }> {
    for (const [, { level, nodes: refs, isMaritime, isDisputed }] of sorted(this.#ways)) {
      const lines = nodes.knownRuns(refs).filter(({ length }) => length >= 4)
      if (lines.length === 0) continue
      const attributes = {
        admin_level: level,
        maritime: isMaritime,
        disputed: isDisputed,
      }
      yield { placement: { layer: 'boundaries', minZoom: zooms[level]!, attributes }, lines }
    }
  }

  /** Those that are whole, for their names. */
  *areas(nodes: NodeTable): Generator<{ placement: Placement; rings: Vertices[] }> {
    for (const { level, tags, ways } of this.#boundaries) {
      if (!tags.name) continue
      const members = ways.map((way) => this.#ways.get(way)?.nodes ?? [])
      const { rings, unclosed } = assembleOutline(members, nodes)
      if (unclosed > 0) continue
      const attributes = { admin_level: level, ...localNames(tags) }
      const minZoom = level === 2 ? 2 : 3
      const label = { isLabel: true, withArea: true }
      yield { placement: { layer: 'boundary_labels', minZoom, attributes, ...label }, rings }
    }
  }
}

function sorted<T>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].sort(([a], [b]) => a - b)
}
