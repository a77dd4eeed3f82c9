import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { maxBlobBytes } from './blobs.ts'

/** At most, the key of a field and its length. */
const fieldBytes = 16

/** The wire type of bytes. */
const lengthDelimited = 2

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
  return Buffer.concat([headerOf(type, blob.length), blob])
}

/**
 * A framed block of objects for a file that is read several times and then removed, in pieces to be written one after
 * the other: its content is one of them, as it is, where the limit of the format leaves room for that.
 */
export function quickBlock(content: Uint8Array): Uint8Array[] {
  if (content.length + fieldBytes > maxBlobBytes)
    return [frameBlob('OSMData', packBlob(content, 1))]
  const pbf = new PbfWriter()
  pbf.writeTag(1, lengthDelimited)
  pbf.writeVarint(content.length)
  const field = pbf.finish()
  const header = headerOf('OSMData', field.length + content.length)
  return [Buffer.concat([header, field]), content]
}

/** The length of the header, and the header. */
function headerOf(type: string, blobBytes: number): Buffer {
  const pbf = new PbfWriter()
  pbf.writeStringField(1, type)
  pbf.writeVarintField(3, blobBytes)
  const header = pbf.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header])
}
