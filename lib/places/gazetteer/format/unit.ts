import { crc32 } from 'node:zlib'
import { toBuffer } from './bytes.ts'

export const checksumBytes = 4

/** Location of a unit. */
export interface ByteSpan {
  offset: number
  /** Length in bytes, with the checksum. */
  length: number
}

/** Decodes the body of a unit to a value for the cache. */
export interface UnitDecoder<T> {
  /** Description of the unit for error messages. */
  name: string
  decode(bytes: Uint8Array): T
  /** Estimates the memory of the value, bytes, without the bytes that it was decoded from. */
  memoryBytes(value: T): number
  /** Set when the value does not refer to the bytes. */
  detached?: boolean
}

export function computeChecksum(bytes: Uint8Array): Buffer {
  const checksum = Buffer.allocUnsafe(checksumBytes)
  checksum.writeUInt32LE(crc32(bytes))
  return checksum
}

/** Returns the unit without its checksum; undefined when the length or the checksum is wrong. */
export function extractVerifiedBody(bytes: Uint8Array, length: number): Uint8Array | undefined {
  if (bytes.length !== length || length < checksumBytes) return undefined
  const body = bytes.subarray(0, length - checksumBytes)
  return crc32(body) === toBuffer(bytes).readUInt32LE(length - checksumBytes) ? body : undefined
}
