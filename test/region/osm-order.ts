import { PbfWriter } from 'pbf'
import { frameBlob, packBlob } from '../../region/osm/index.ts'

export interface MapObject {
  kind: 'node' | 'way' | 'relation'
  id: number
}

const fields = { node: 1, way: 3, relation: 4 }
/** Position in the unit of the format, 100 nanodegrees. */
const position = { lat: 465_000_000, lon: 75_000_000 }

/**
 * Draws an OpenStreetMap file with these objects in this order, each in its own group.
 *
 * @param options.isSorted Whether the header states that the file is sorted.
 * @param options.blockSize Objects per block.
 */
export function drawMap(
  objects: readonly MapObject[],
  { isSorted = false, blockSize = 100 } = {},
): Buffer {
  const header = new PbfWriter()
  header.writeMessage(1, writeBox, null)
  for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) header.writeStringField(4, feature)
  if (isSorted) header.writeStringField(5, 'Sort.Type_then_ID')
  const blocks = [frameBlob('OSMHeader', packBlob(header.finish()))]
  for (let i = 0; i < objects.length; i += blockSize)
    blocks.push(frameBlob('OSMData', packBlob(block(objects.slice(i, i + blockSize)))))
  return Buffer.concat(blocks)
}

function writeBox(_: null, pbf: PbfWriter): void {
  for (const [i, side] of [7e9, 8e9, 47e9, 46e9].entries()) pbf.writeSVarintField(i + 1, side)
}

function block(objects: readonly MapObject[]): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeMessage(1, (_: null, texts) => texts.writeStringField(1, ''), null)
  for (const { kind, id } of objects) {
    const object = new PbfWriter()
    if (kind === 'node') {
      object.writeSVarintField(1, id)
      object.writeSVarintField(8, position.lat)
      object.writeSVarintField(9, position.lon)
    } else object.writeVarintField(1, id)
    const group = new PbfWriter()
    // Nodes are written one by one or in columns.
    if (kind === 'node' && id % 2 === 0) group.writeBytesField(2, column(id))
    else group.writeBytesField(fields[kind], object.finish())
    pbf.writeBytesField(2, group.finish())
  }
  return pbf.finish()
}

/** Encodes a single node in columns. */
function column(id: number): Uint8Array {
  const dense = new PbfWriter()
  dense.writePackedSVarint(1, [id])
  dense.writePackedSVarint(8, [position.lat])
  dense.writePackedSVarint(9, [position.lon])
  return dense.finish()
}
