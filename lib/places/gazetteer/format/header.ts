import { crc32 } from 'node:zlib'
import * as z from 'zod'
import { toBuffer } from './bytes.ts'
import { formatVersion, headerBytes, magic, sectionNames, shardedFormatVersion } from './layout.ts'

const Section = z.object({
  offset: z.int().nonnegative(),
  length: z.int().nonnegative(),
  /** CRC-32 of the whole section. */
  crc32: z.int().nonnegative(),
})

const jsonOffset = 16
const checksumOffset = headerBytes - 4

const Header = z.object({
  /** `whole` for an index in one file; `router` and `shard` for the files of an index in shards. */
  kind: z.enum(['whole', 'router', 'shard']).default('whole'),
  /** Number of places. */
  count: z.int().nonnegative(),
  /** Size of the file, bytes. */
  size: z.int().positive(),
  bounds: z.object({
    min_lat: z.number(),
    min_lon: z.number(),
    max_lat: z.number(),
    max_lon: z.number(),
  }),
  attribution: z.string(),
  sections: z.record(z.enum(sectionNames), Section),
})

/** The header of a pack, its first 4,096 bytes: sections and contents. */
export type PackHeader = z.output<typeof Header>
export type PackKind = PackHeader['kind']

/** Encodes magic, version, length of the JSON, the JSON, zeros, and the CRC-32 of the bytes before. */
export function encodeHeader({ kind, ...facts }: PackHeader): Buffer {
  const isWhole = kind === 'whole'
  const json = Buffer.from(JSON.stringify(isWhole ? facts : { kind, ...facts }))
  const bytes = Buffer.alloc(headerBytes)
  if (json.length > checksumOffset - jsonOffset)
    throw new Error('the attribution of a pack is too long')
  bytes.write(magic)
  bytes.writeUInt32LE(isWhole ? formatVersion : shardedFormatVersion, 8)
  bytes.writeUInt32LE(json.length, 12)
  json.copy(bytes, jsonOffset)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, checksumOffset)), checksumOffset)
  return bytes
}

/** Returns the format version of a pack; undefined if the bytes do not begin with the magic of a pack. */
export function readVersion(bytes: Uint8Array): number | undefined {
  const buffer = toBuffer(bytes)
  if (buffer.toString('latin1', 0, magic.length) !== magic) return undefined
  return buffer.readUInt32LE(magic.length)
}

/** @throws Error for JSON that is not a header. */
export function decodeHeader(bytes: Uint8Array): PackHeader {
  const buffer = toBuffer(bytes)
  const length = buffer.readUInt32LE(12)
  return Header.parse(JSON.parse(buffer.toString('utf8', jsonOffset, jsonOffset + length)))
}
