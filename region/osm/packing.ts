import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'

/**
 * The content of a block in its packed form: its size, then zlib data.
 *
 * @param level 1, fast, to 9, small.
 */
export function packBlob(content: Uint8Array, level = 6): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeVarintField(2, content.length)
  pbf.writeBytesField(3, deflateSync(content, { level }))
  return pbf.finish()
}

/** A packed block preceded by its header and the length of the header. */
export function frameBlob(type: string, blob: Uint8Array): Buffer {
  const pbf = new PbfWriter()
  pbf.writeStringField(1, type)
  pbf.writeVarintField(3, blob.length)
  const header = pbf.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, blob])
}
