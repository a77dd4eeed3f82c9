import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { maxBlobBytes } from './blobs.ts'

/** Maximum size of a field's key and length. */
const fieldBytes = 16

/** Wire type of bytes. */
const lengthDelimited = 2

/**
 * Packs the content of a block: its size, then zlib data.
 *
 * @param level 1, fast, to 9, small.
 */
export function packBlob(content: Uint8Array, level = 6): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeVarintField(2, content.length)
  pbf.writeBytesField(3, deflateSync(content, { level }))
  return pbf.finish()
}

/** Frames a packed block: the length of its header, the header, then the block. */
export function frameBlob(type: string, blob: Uint8Array): Buffer {
  return Buffer.concat([encodeHeader(type, blob.length), blob])
}

/**
 * Frames a block of objects for a file that is read several times and then removed. Returns pieces to write one after
 * the other. The content is one of them, unpacked, if the limit of the format leaves room.
 */
export function frameUnpacked(content: Uint8Array): Uint8Array[] {
  if (content.length + fieldBytes > maxBlobBytes)
    return [frameBlob('OSMData', packBlob(content, 1))]
  const pbf = new PbfWriter()
  pbf.writeTag(1, lengthDelimited)
  pbf.writeVarint(content.length)
  const field = pbf.finish()
  const header = encodeHeader('OSMData', field.length + content.length)
  return [Buffer.concat([header, field]), content]
}

/** Encodes the length of the header, and the header. */
function encodeHeader(type: string, blobBytes: number): Buffer {
  const pbf = new PbfWriter()
  pbf.writeStringField(1, type)
  pbf.writeVarintField(3, blobBytes)
  const header = pbf.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header])
}
