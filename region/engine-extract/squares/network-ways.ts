import { PbfReader, PbfWriter } from 'pbf'
import { type OsmTags, readDifferences } from '../../osm/index.ts'
import type { IdSet } from './id-set.ts'

/** Ways that are not sure to belong to the main network. */
const paths = new Set([
  'footway',
  'path',
  'steps',
  'pedestrian',
  'corridor',
  'platform',
  'elevator',
  'cycleway',
  'bridleway',
  'via_ferrata',
])
const unusable = new Set(['proposed', 'construction', 'motorway', 'motorway_link', 'raceway'])

function isLine({ highway, route, area }: OsmTags): boolean {
  if (route === 'ferry') return true
  return highway !== undefined && area !== 'yes' && !unusable.has(highway)
}

/** A road or path. */
export interface NetworkWay {
  id: number
  nodes: readonly number[]
  /** Whether the way is for vehicles. */
  isStreet: boolean
}

/**
 * Roads and paths of files, packed: about 2 bytes a node and 8 a way, an eighth of an extract, so that following them
 * needs no further pass over the files.
 */
export class NetworkWays {
  readonly #packed = new PbfWriter(new Uint8Array(64 * 1024))
  /** Nodes of the way that is being added. */
  readonly #column = new PbfWriter()

  /** Adds a way if it is a road or path. */
  add(id: number, nodes: readonly number[], tags: OsmTags): void {
    if (!isLine(tags)) return
    this.#packed.writeVarint(id)
    this.#packed.writeBoolean(!paths.has(tags.highway ?? ''))
    const column = this.#column
    column.pos = 0
    let last = 0
    for (let i = 0; i < nodes.length; i++) {
      column.writeSVarint(nodes[i]! - last)
      last = nodes[i]!
    }
    this.#packed.writeBytes(column.buf.subarray(0, column.pos))
  }

  /** Visits the ways with one of these nodes, in the order of their addition. */
  visit(nodes: IdSet, visitor: (way: NetworkWay) => void): void {
    const reader = new PbfReader(this.#packed.buf.subarray(0, this.#packed.pos))
    const read: number[] = []
    while (reader.pos < reader.length) {
      const [id, isStreet] = [reader.readVarint(), reader.readBoolean()]
      const end = reader.readVarint() + reader.pos
      const count = readDifferences(reader, end, read)
      if (hasAny(nodes, read, count)) visitor({ id, nodes: read.slice(0, count), isStreet })
    }
  }
}

/** Whether one of the first `count` nodes is in the set. */
function hasAny(set: IdSet, nodes: readonly number[], count: number): boolean {
  for (let i = 0; i < count; i++) if (set.has(nodes[i]!)) return true
  return false
}
