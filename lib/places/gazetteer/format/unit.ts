import { crc32 } from 'node:zlib'
import { bufferOver } from './bytes.ts'

export const checksumBytes = 4

/** Where a unit is. */
export interface ByteSpan {
  offset: number
  /** With the checksum. */
  length: number
}

/** Decodes the body of a unit to a value for the cache. */
export interface UnitDecoder<T> {
  /** For messages. */
  name: string
  decode(bytes: Uint8Array): T
  /** Memory of the value, without the bytes it was decoded from. */
  memoryBytes(value: T): number
  /** The value does not refer to the bytes. */
  detached?: boolean
}

export function checksumOf(bytes: Uint8Array): Buffer {
  const checksum = Buffer.allocUnsafe(checksumBytes)
  checksum.writeUInt32LE(crc32(bytes))
  return checksum
}

/** The unit without its checksum; undefined when length or checksum is wrong. */
export function verifiedBody(bytes: Uint8Array, length: number): Uint8Array | undefined {
  if (bytes.length !== length || length < checksumBytes) return undefined
  const body = bytes.subarray(0, length - checksumBytes)
  return crc32(body) === bufferOver(bytes).readUInt32LE(length - checksumBytes) ? body : undefined
}
