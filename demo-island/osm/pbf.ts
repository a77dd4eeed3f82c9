import { PbfWriter } from 'pbf'
import { frameBlob, packBlob } from '../../region/index.ts'
import { bounds, toPosition } from '../plane/frame.ts'
import type { MapTags, Vertex } from '../roads/network.ts'
import type { MapRelation, MapWay, OsmMap } from './osm-map.ts'

// The OpenStreetMap PBF format: https://wiki.openstreetmap.org/wiki/PBF_Format
const nanodegrees = 1e9
/** Units per degree of stored coordinates: 100 nanodegrees. */
const granularityPerDegree = 1e7
const nodesPerBlock = 8_000
const waysPerBlock = 2_000

/** Text table of one block; index 0 is reserved. */
class Strings {
  readonly texts: string[] = ['']
  private readonly ids = new Map<string, number>()

  id(text: string): number {
    let id = this.ids.get(text)
    if (id === undefined) {
      id = this.texts.length
      this.texts.push(text)
      this.ids.set(text, id)
    }
    return id
  }
}

function encodeHeader(): Buffer {
  const pbf = new PbfWriter()
  pbf.writeMessage(
    1,
    (box: typeof bounds, writer: PbfWriter) => {
      writer.writeSVarintField(1, Math.round(box.minLon * nanodegrees))
      writer.writeSVarintField(2, Math.round(box.maxLon * nanodegrees))
      writer.writeSVarintField(3, Math.round(box.maxLat * nanodegrees))
      writer.writeSVarintField(4, Math.round(box.minLat * nanodegrees))
    },
    bounds,
  )
  for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) pbf.writeStringField(4, feature)
  pbf.writeStringField(5, 'Sort.Type_then_ID')
  pbf.writeStringField(16, 'cairn demo region')
  return frameBlob('OSMHeader', packBlob(pbf.finish()))
}

function encodeBlock(writeGroup: (group: PbfWriter, strings: Strings) => void): Buffer {
  const strings = new Strings()
  const group = new PbfWriter()
  writeGroup(group, strings)
  const pbf = new PbfWriter()
  pbf.writeMessage(
    1,
    (texts: string[], writer: PbfWriter) => {
      for (const text of texts) writer.writeBytesField(1, Buffer.from(text))
    },
    strings.texts,
  )
  pbf.writeBytesField(2, group.finish())
  return frameBlob('OSMData', packBlob(pbf.finish()))
}

function toDeltas(values: readonly number[]): number[] {
  return values.map((value, i) => value - (i > 0 ? values[i - 1]! : 0))
}

function encodeNodes(nodes: readonly Vertex[], firstId: number): Buffer {
  return encodeBlock((group, strings) => {
    const positions = nodes.map(toPosition)
    const tagged: number[] = []
    for (const { tags } of nodes) {
      for (const [key, value] of Object.entries(tags ?? {})) {
        tagged.push(strings.id(key), strings.id(value))
      }
      tagged.push(0)
    }
    const units = (degrees: number) => Math.round(degrees * granularityPerDegree)
    const dense = new PbfWriter()
    dense.writePackedSVarint(1, toDeltas(nodes.map((_, i) => firstId + i)))
    dense.writePackedSVarint(8, toDeltas(positions.map(({ lat }) => units(lat))))
    dense.writePackedSVarint(9, toDeltas(positions.map(({ lon }) => units(lon))))
    dense.writePackedVarint(10, tagged)
    group.writeBytesField(2, dense.finish())
  })
}

function writeTags(pbf: PbfWriter, tags: MapTags, strings: Strings): void {
  const entries = Object.entries(tags)
  pbf.writePackedVarint(
    2,
    entries.map(([key]) => strings.id(key)),
  )
  pbf.writePackedVarint(
    3,
    entries.map(([, value]) => strings.id(value)),
  )
}

function encodeWays(
  ways: readonly MapWay[],
  firstId: number,
  nodeIds: Map<Vertex, number>,
): Buffer {
  return encodeBlock((group, strings) => {
    ways.forEach((way, i) => {
      const pbf = new PbfWriter()
      pbf.writeVarintField(1, firstId + i)
      writeTags(pbf, way.tags, strings)
      pbf.writePackedSVarint(8, toDeltas(way.vertices.map((vertex) => nodeIds.get(vertex)!)))
      group.writeBytesField(3, pbf.finish())
    })
  })
}

function encodeRelations(
  groups: readonly MapRelation[],
  nodeIds: Map<Vertex, number>,
  wayIds: Map<MapWay, number>,
): Buffer {
  return encodeBlock((block, strings) => {
    groups.forEach(({ members, tags }, i) => {
      const ids = members.map(({ node, way }) => (node ? nodeIds.get(node)! : wayIds.get(way!)!))
      const pbf = new PbfWriter()
      pbf.writeVarintField(1, i + 1)
      writeTags(pbf, tags, strings)
      pbf.writePackedVarint(
        8,
        members.map(({ role }) => (role === '' ? 0 : strings.id(role))),
      )
      pbf.writePackedSVarint(9, toDeltas(ids))
      pbf.writePackedVarint(
        10,
        members.map(({ node }) => (node ? 0 : 1)),
      )
      block.writeBytesField(4, pbf.finish())
    })
  })
}

/** Encodes the map as an OpenStreetMap PBF file: nodes, ways and relations, each sorted by id from 1. */
export function encodePbf(osmMap: OsmMap): Buffer {
  const nodeIds = new Map<Vertex, number>()
  const enter = (vertex: Vertex) => {
    if (!nodeIds.has(vertex)) nodeIds.set(vertex, nodeIds.size + 1)
  }
  for (const { vertices } of osmMap.ways) vertices.forEach(enter)
  osmMap.nodes.forEach(enter)
  const wayIds = new Map(osmMap.ways.map((line, i) => [line, i + 1]))
  const nodes = [...nodeIds.keys()]

  const blocks = [encodeHeader()]
  for (let i = 0; i < nodes.length; i += nodesPerBlock) {
    blocks.push(encodeNodes(nodes.slice(i, i + nodesPerBlock), i + 1))
  }
  for (let i = 0; i < osmMap.ways.length; i += waysPerBlock) {
    blocks.push(encodeWays(osmMap.ways.slice(i, i + waysPerBlock), i + 1, nodeIds))
  }
  blocks.push(encodeRelations(osmMap.relations, nodeIds, wayIds))
  return Buffer.concat(blocks)
}
