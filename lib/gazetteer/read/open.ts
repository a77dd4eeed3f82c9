import { crc32, zstdDecompressSync } from 'node:zlib'
import { bufferOver } from '../format/bytes.ts'
import {
  formatVersion,
  headerBytes,
  magic,
  type PackHeader,
  parseHeader,
  sectionNames,
} from '../format/layout.ts'
import { type PackRoot, readRoot } from '../format/root.ts'
import { asUnavailable, damaged, readAgainIfDamaged, unreadable } from './errors.ts'
import { memorySource, type RangeSource } from './source.ts'
import { verified } from './unit-store.ts'

/** Packs of so many bytes are read whole. */
const wholeBytes = 4 * 1024 * 1024
/** Holds the header and the root of all but the largest packs. */
const openingBytes = 192 * 1024

export interface OpenedPack {
  source: RangeSource
  header: PackHeader
  root: PackRoot
}

/** Reads what must be known of a pack before anything can be looked up: one read, seldom two. */
export async function openSource(source: RangeSource): Promise<OpenedPack> {
  return await readAgainIfDamaged(() => openOnce(source))
}

async function openOnce(source: RangeSource): Promise<OpenedPack> {
  const { name, size } = source
  if (size < headerBytes) throw damaged(name, `it has ${size} bytes`)
  const whole = source.resident !== undefined || size <= wholeBytes
  const start = await readBytes(source, 0, whole ? size : Math.min(size, openingBytes))
  const header = readHeader(start.subarray(0, headerBytes), name)
  if (header.size !== size) throw damaged(name, `it has ${size} of ${header.size} bytes`)
  const { offset, length } = header.sections.root
  const end = offset + length
  const packed =
    end <= start.length ? start.subarray(offset, end) : await readBytes(source, offset, end)
  const body = verified(packed, length)
  if (!body) throw damaged(name, 'its root')
  // What was read whole is not read again: a fault on the way must show now.
  if (whole && !source.resident) assertSections(start, header, name)
  try {
    const root = readRoot(zstdDecompressSync(body), header)
    return { source: whole ? memorySource(start, name) : source, header, root }
  } catch (error) {
    throw damaged(name, 'its root', error)
  }
}

function assertSections(bytes: Uint8Array, header: PackHeader, name: string): void {
  for (const section of sectionNames) {
    const { offset, length, crc32: expected } = header.sections[section]
    if (crc32(bytes.subarray(offset, offset + length)) !== expected)
      throw damaged(name, `its section ${section}`)
  }
}

async function readBytes(source: RangeSource, start: number, end: number): Promise<Uint8Array> {
  if (source.resident) return source.resident.subarray(start, end)
  let bytes: Uint8Array
  try {
    bytes = await source.read({ start, end })
  } catch (error) {
    throw asUnavailable(error)
  }
  if (bytes.length !== end - start) throw damaged(source.name, `it ends before byte ${end}`)
  return bytes
}

function readHeader(bytes: Uint8Array, name: string): PackHeader {
  const buffer = bufferOver(bytes)
  if (buffer.toString('latin1', 0, magic.length) !== magic) {
    throw unreadable(`${name} is not an index of places`)
  }
  const version = buffer.readUInt32LE(magic.length)
  if (version !== formatVersion) {
    throw unreadable(`${name} is of format version ${version}, this code reads ${formatVersion}`)
  }
  const body = verified(bytes, headerBytes)
  if (!body) throw damaged(name, 'its header')
  try {
    const length = buffer.readUInt32LE(magic.length + 4)
    return parseHeader(buffer.toString('utf8', magic.length + 8, magic.length + 8 + length))
  } catch (error) {
    throw damaged(name, 'its header', error)
  }
}
