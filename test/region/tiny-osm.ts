import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import type { Bounds } from '#ground/geo'

export interface TinyNode {
  lat: number
  lon: number
}

export interface TinyOsm {
  bounds?: Bounds
  features?: string[]
  timestampSeconds?: number
  /** Nodes, numbered from 1. */
  nodes: TinyNode[]
  /** Node numbers and tags of each way. */
  ways?: { nodes: number[]; tags: Record<string, string> }[]
  /** Writes nodes one by one instead of in columns. */
  plainNodes?: boolean
  compression?: 'zlib' | 'none' | 'lz4'
}

const units = (degrees: number): number => Math.round(degrees * 1e7)
export const differences = (values: readonly number[]): number[] =>
  values.map((value, i) => value - (values[i - 1] ?? 0))

function blob(type: string, content: Uint8Array, compression: TinyOsm['compression']): Buffer {
  const body = new PbfWriter()
  if (compression === 'none') body.writeBytesField(1, content)
  else {
    body.writeVarintField(2, content.length)
    body.writeBytesField(compression === 'lz4' ? 6 : 3, deflateSync(content))
  }
  const bytes = body.finish()
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, bytes.length)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, bytes])
}

function header({ bounds, features, timestampSeconds }: TinyOsm): Uint8Array {
  const pbf = new PbfWriter()
  if (bounds)
    pbf.writeMessage(
      1,
      (box, pbf) => {
        pbf.writeSVarintField(1, box.min_lon * 1e9)
        pbf.writeSVarintField(2, box.max_lon * 1e9)
        pbf.writeSVarintField(3, box.max_lat * 1e9)
        pbf.writeSVarintField(4, box.min_lat * 1e9)
      },
      bounds,
    )
  for (const feature of features ?? ['OsmSchema-V0.6', 'DenseNodes'])
    pbf.writeStringField(4, feature)
  if (timestampSeconds) pbf.writeVarintField(32, timestampSeconds)
  return pbf.finish()
}

function data({ nodes, ways = [], plainNodes }: TinyOsm): Uint8Array {
  const texts = ['', ...new Set(ways.flatMap(({ tags }) => Object.entries(tags).flat()))]
  const numbers = nodes.map((_, i) => i + 1)
  const pbf = new PbfWriter()
  pbf.writeMessage(
    1,
    (texts: string[], pbf) => {
      for (const text of texts) pbf.writeBytesField(1, Buffer.from(text))
    },
    texts,
  )
  pbf.writeMessage(
    2,
    (_: null, group) => {
      if (plainNodes)
        for (const [i, node] of nodes.entries())
          group.writeMessage(
            1,
            (node: TinyNode, pbf) => {
              pbf.writeSVarintField(1, i + 1)
              pbf.writeSVarintField(8, units(node.lat))
              pbf.writeSVarintField(9, units(node.lon))
            },
            node,
          )
      else if (nodes.length > 0)
        group.writeMessage(
          2,
          (nodes: TinyNode[], pbf) => {
            pbf.writePackedSVarint(1, differences(numbers))
            pbf.writePackedSVarint(8, differences(nodes.map(({ lat }) => units(lat))))
            pbf.writePackedSVarint(9, differences(nodes.map(({ lon }) => units(lon))))
          },
          nodes,
        )
    },
    null,
  )
  pbf.writeMessage(
    2,
    (_: null, group) => {
      for (const [i, way] of ways.entries())
        group.writeMessage(
          3,
          (way: NonNullable<TinyOsm['ways']>[number], pbf) => {
            pbf.writeVarintField(1, i + 1)
            pbf.writePackedVarint(
              2,
              Object.keys(way.tags).map((key) => texts.indexOf(key)),
            )
            pbf.writePackedVarint(
              3,
              Object.values(way.tags).map((value) => texts.indexOf(value)),
            )
            pbf.writePackedSVarint(8, differences(way.nodes))
          },
          way,
        )
    },
    null,
  )
  return pbf.finish()
}

/** Encodes an OSM PBF file of one header and one block. */
export function tinyOsm(osm: TinyOsm): Buffer {
  return Buffer.concat([
    blob('OSMHeader', header(osm), osm.compression === 'lz4' ? 'zlib' : osm.compression),
    blob('OSMData', data(osm), osm.compression),
  ])
}

/** A square net of residential roads, `side` crossings each way, `step` degrees apart. */
export function roadNet(south: number, west: number, side: number, step: number): TinyOsm {
  const nodes: TinyNode[] = []
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      nodes.push({ lat: south + row * step, lon: west + column * step })
  const line = (of: (i: number) => number): number[] =>
    Array.from({ length: side }, (_, i) => of(i))
  const ways = line((i) => i).flatMap((i) => [
    { nodes: line((k) => i * side + k + 1), tags: { highway: 'residential', name: `Row ${i}` } },
    { nodes: line((k) => k * side + i + 1), tags: { highway: 'residential', name: `Column ${i}` } },
  ])
  return { nodes, ways, timestampSeconds: Date.UTC(2025, 5, 1) / 1000 }
}
