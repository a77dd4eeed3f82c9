import { PbfReader, PbfWriter } from 'pbf'
import type { OsmTags } from '../../osm/index.ts'

/** Ways that do not promise to be part of the whole network. */
const paths = new Set([
  ...['footway', 'path', 'steps', 'pedestrian', 'corridor', 'platform', 'elevator'],
  ...['cycleway', 'bridleway', 'via_ferrata'],
])
const unusable = new Set(['proposed', 'construction', 'motorway', 'motorway_link', 'raceway'])

function isLine({ highway, route, area }: OsmTags): boolean {
  if (route === 'ferry') return true
  return highway !== undefined && area !== 'yes' && !unusable.has(highway)
}

/** A road or path. */
export interface NetworkWay {
  id: number
  /** Valid during the visit. */
  nodes: readonly number[]
  /** For vehicles. */
  isStreet: boolean
}

/**
 * The roads and paths of files, packed: about 2 bytes a node and 8 a way, an eighth of an extract, so that following
 * them needs no further pass over the files.
 */
export class NetworkWays {
  readonly #packed = new PbfWriter(new Uint8Array(64 * 1024))

  /** Adds a way unless it is no road or path. */
  add(id: number, nodes: readonly number[], tags: OsmTags): void {
    if (!isLine(tags)) return
    this.#packed.writeVarint(id)
    this.#packed.writeBoolean(!paths.has(tags.highway ?? ''))
    this.#packed.writeVarint(nodes.length)
    let last = 0
    for (let i = 0; i < nodes.length; i++) {
      this.#packed.writeSVarint(nodes[i]! - last)
      last = nodes[i]!
    }
  }

  /** Visits the ways in the order in which they were added. */
  visit(visitor: (way: NetworkWay) => void): void {
    const reader = new PbfReader(this.#packed.buf.subarray(0, this.#packed.pos))
    const nodes: number[] = []
    while (reader.pos < reader.length) {
      const [id, isStreet] = [reader.readVarint(), reader.readBoolean()]
      nodes.length = reader.readVarint()
      let last = 0
      for (let i = 0; i < nodes.length; i++) {
        last += reader.readSVarint()
        nodes[i] = last
      }
      visitor({ id, nodes, isStreet })
    }
  }
}
