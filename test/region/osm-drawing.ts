import { PbfWriter } from 'pbf'
import type { Bounds } from '#ground/geo'
import type { OsmTags } from '../../region/osm/index.ts'
import { frameBlob, packBlob } from '../../region/osm/index.ts'

type Kind = 'node' | 'way' | 'relation'

interface Drawn {
  id: number
  tags: OsmTags
}

const kinds: Kind[] = ['node', 'way', 'relation']

/** Draws a small OpenStreetMap file in metres east and north of a point. */
export class OsmDrawing {
  readonly #lat: number
  readonly #lon: number
  readonly #nodes: (Drawn & { lat: number; lon: number })[] = []
  readonly #ways: (Drawn & { nodes: number[] })[] = []
  readonly #relations: (Drawn & { members: [Kind, number, string][] })[] = []
  #last = 0
  #bounds: Bounds | undefined

  /** @param lat Latitude of the drawing's origin. */
  constructor(lat = 46.5, lon = 7.5) {
    this.#lat = lat
    this.#lon = lon
  }

  /** States the covered box in the header of the file; by default its nodes define the box. */
  coverBox(west: number, south: number, east: number, north: number): Bounds {
    const [low, high] = [this.at(west, south), this.at(east, north)]
    this.#bounds = { min_lat: low.lat, min_lon: low.lon, max_lat: high.lat, max_lon: high.lon }
    return this.#bounds
  }

  /** Returns the position in degrees of a point in metres. */
  at(x: number, y: number): { lat: number; lon: number } {
    const lat = this.#lat + y / 111_195
    return { lat, lon: this.#lon + x / (111_195 * Math.cos((this.#lat * Math.PI) / 180)) }
  }

  node(x: number, y: number, tags: OsmTags = {}, id = ++this.#last): number {
    this.#nodes.push({ id, tags, ...this.at(x, y) })
    return id
  }

  /** Adds a way of node ids or of points in metres. */
  way(points: readonly (number | [x: number, y: number])[], tags: OsmTags = {}, id = ++this.#last) {
    const nodes = points.map((point) => (typeof point === 'number' ? point : this.node(...point)))
    this.#ways.push({ id, tags, nodes })
    return id
  }

  /** Adds a closed way around a box. */
  box(west: number, south: number, east: number, north: number, tags: OsmTags = {}): number {
    const corners = [
      this.node(west, south),
      this.node(east, south),
      this.node(east, north),
      this.node(west, north),
    ]
    return this.way([...corners, corners[0]!], tags)
  }

  relation(members: [Kind, number, string][], tags: OsmTags, id = ++this.#last): number {
    this.#relations.push({ id, tags, members })
    return id
  }

  /** @param options.plainNodes Writes nodes one by one instead of in columns. */
  bytes({ plainNodes = false } = {}): Buffer {
    const texts = ['']
    const ids = new Map([['', 0]])
    const text = (value: string): number => {
      const known = ids.get(value)
      if (known !== undefined) return known
      ids.set(value, texts.push(value) - 1)
      return texts.length - 1
    }
    const groups = [
      this.#nodeGroup(text, plainNodes),
      this.#wayGroup(text),
      this.#relationGroup(text),
    ]
    const block = new PbfWriter()
    const table = new PbfWriter()
    for (const value of texts) table.writeBytesField(1, Buffer.from(value))
    block.writeBytesField(1, table.finish())
    for (const group of groups) block.writeBytesField(2, group)
    const header = new PbfWriter()
    if (this.#bounds) header.writeMessage(1, writeBox, this.#bounds)
    for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) header.writeStringField(4, feature)
    return Buffer.concat([
      frameBlob('OSMHeader', packBlob(header.finish())),
      frameBlob('OSMData', packBlob(block.finish())),
    ])
  }

  #nodeGroup(text: (value: string) => number, plain: boolean): Uint8Array {
    const nodes = this.#nodes.toSorted((a, b) => a.id - b.id)
    const units = (degrees: number) => Math.round(degrees * 1e7)
    const group = new PbfWriter()
    if (plain) {
      for (const { id, tags, lat, lon } of nodes) {
        const node = new PbfWriter()
        node.writeSVarintField(1, id)
        writeTags(node, tags, text)
        node.writeSVarintField(8, units(lat))
        node.writeSVarintField(9, units(lon))
        group.writeBytesField(1, node.finish())
      }
      return group.finish()
    }
    const dense = new PbfWriter()
    dense.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)))
    dense.writePackedSVarint(8, deltas(nodes.map(({ lat }) => units(lat))))
    dense.writePackedSVarint(9, deltas(nodes.map(({ lon }) => units(lon))))
    const tagged = nodes.flatMap(({ tags }) => [...Object.entries(tags).flat().map(text), 0])
    dense.writePackedVarint(10, tagged)
    group.writeBytesField(2, dense.finish())
    return group.finish()
  }

  #wayGroup(text: (value: string) => number): Uint8Array {
    const group = new PbfWriter()
    for (const { id, tags, nodes } of this.#ways) {
      const way = new PbfWriter()
      way.writeVarintField(1, id)
      writeTags(way, tags, text)
      way.writePackedSVarint(8, deltas(nodes))
      group.writeBytesField(3, way.finish())
    }
    return group.finish()
  }

  #relationGroup(text: (value: string) => number): Uint8Array {
    const group = new PbfWriter()
    for (const { id, tags, members } of this.#relations) {
      const relation = new PbfWriter()
      relation.writeVarintField(1, id)
      writeTags(relation, tags, text)
      relation.writePackedVarint(
        8,
        members.map(([, , role]) => text(role)),
      )
      relation.writePackedSVarint(9, deltas(members.map(([, ref]) => ref)))
      relation.writePackedVarint(
        10,
        members.map(([kind]) => kinds.indexOf(kind)),
      )
      group.writeBytesField(4, relation.finish())
    }
    return group.finish()
  }
}

function writeBox({ min_lat, min_lon, max_lat, max_lon }: Bounds, box: PbfWriter): void {
  for (const [i, degrees] of [min_lon, max_lon, max_lat, min_lat].entries())
    box.writeSVarintField(i + 1, Math.round(degrees * 1e9))
}

function writeTags(pbf: PbfWriter, tags: OsmTags, text: (value: string) => number): void {
  pbf.writePackedVarint(2, Object.keys(tags).map(text))
  pbf.writePackedVarint(3, Object.values(tags).map(text))
}

function deltas(values: readonly number[]): number[] {
  return values.map((value, i) => value - (values[i - 1] ?? 0))
}
