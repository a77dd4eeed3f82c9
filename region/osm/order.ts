import { basename } from 'node:path'
import { PbfReader } from 'pbf'
import { RegionError } from '../errors.ts'

// Field numbers of osmformat.proto. Kinds of objects ascend in a sorted file: nodes, ways, relations.
const groupField = 2
const [plainNodes, denseNodes, , relations] = [1, 2, 3, 4]
const idField = 1

/** Checks, block by block, that a file is sorted: nodes, ways, relations, each by ascending id. */
export class OsmOrder {
  readonly #path: string
  #kind = plainNodes
  #last = -Infinity

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Checks a block.
   *
   * @throws RegionError for a block that breaks the order; RangeError for a damaged one.
   */
  check(block: Uint8Array): void {
    new PbfReader(block).readFields((tag, _, pbf) => {
      if (tag === groupField) pbf.readMessage((tag, _, pbf) => this.#member(tag, pbf), undefined)
    }, undefined)
  }

  #member(tag: number, pbf: PbfReader): void {
    if (tag < plainNodes || tag > relations) return
    const kind = tag === denseNodes ? plainNodes : tag
    if (tag === denseNodes) this.#column(pbf.readBytes())
    else this.#next(kind, readId(pbf, kind))
  }

  #column(dense: Uint8Array): void {
    new PbfReader(dense).readFields((tag, _, pbf) => {
      if (tag !== idField) return
      const end = pbf.readVarint() + pbf.pos
      let id = 0
      while (pbf.pos < end) {
        id += pbf.readSVarint()
        this.#next(plainNodes, id)
      }
    }, undefined)
  }

  #next(kind: number, id: number): void {
    if (kind < this.#kind || (kind === this.#kind && id < this.#last)) {
      const name = basename(this.#path)
      throw new RegionError(
        `${name} is not sorted: the routing engine needs nodes, ways and relations in this order, each by ascending id; sort it, for example with: osmium sort ${name} -o sorted.osm.pbf`,
      )
    }
    this.#kind = kind
    this.#last = id
  }
}

/** Reads the id of the object at the reader. Ids of nodes are signed. */
function readId(reader: PbfReader, kind: number): number {
  const end = reader.readVarint() + reader.pos
  let id = 0
  for (let tag = reader.nextField(end); tag !== 0; tag = reader.nextField(end))
    if (tag === idField) id = kind === plainNodes ? reader.readSVarint() : reader.readVarint()
  return id
}
