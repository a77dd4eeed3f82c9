import { crc32 } from 'node:zlib'
import { decompress } from '../format/bytes.ts'
import { decodeHeader, type PackHeader, readVersion } from '../format/header.ts'
import { formatVersion, headerBytes, sectionNames, shardedFormatVersion } from '../format/layout.ts'
import { decodeRoot, type PackRoot } from '../format/root.ts'
import { extractVerifiedBody } from '../format/unit.ts'
import {
  createDamageError,
  createUnreadableError,
  readAgainIfDamaged,
  toUnavailable,
} from './errors.ts'
import { createMemorySource, type RangeSource } from './source.ts'
import { Spellings } from './spellings.ts'

/** Maximum size of a pack that is read whole, bytes. */
const maxWholeBytes = 4 * 1024 * 1024
/** Bytes of the first read, which covers header, root and spellings of all but the largest packs. */
const firstReadBytes = 768 * 1024
const checkedPieceBytes = 4 * 1024 * 1024

/** A pack whose header, root and spellings were read. */
export interface OpenedPack {
  source: RangeSource
  header: PackHeader
  root: PackRoot
  spellings: Spellings
}

/** Reads header, root and spellings in one read, or in two for the largest packs. */
export async function openSource(source: RangeSource): Promise<OpenedPack> {
  return await readAgainIfDamaged(() => openOnce(source))
}

async function openOnce(source: RangeSource): Promise<OpenedPack> {
  const { name, size } = source
  if (size < headerBytes) throw createDamageError(name, `it has ${size} bytes`)
  const whole = source.resident !== undefined || size <= maxWholeBytes
  const start = await readBytes(source, 0, whole ? size : Math.min(size, firstReadBytes))
  const header = readHeader(start.subarray(0, headerBytes), name)
  if (header.size !== size) throw createDamageError(name, `it has ${size} of ${header.size} bytes`)
  if (header.kind === 'shard')
    throw createUnreadableError(`${name} is one of several files of an index: open the first`)
  // The two sections that stay in memory are neighbours.
  const { root: rootSection, spellings: spellingsSection } = header.sections
  const { offset } = rootSection
  const end = spellingsSection.offset + spellingsSection.length
  const both =
    end <= start.length ? start.subarray(offset, end) : await readBytes(source, offset, end)
  const extractUnit = (section: PackHeader['sections']['root']) =>
    extractVerifiedBody(
      both.subarray(section.offset - offset, section.offset - offset + section.length),
      section.length,
    )
  const rootUnit = extractUnit(rootSection)
  if (!rootUnit) throw createDamageError(name, 'its root')
  const spellingsUnit = extractUnit(spellingsSection)
  if (!spellingsUnit) throw createDamageError(name, 'its spellings')
  // A pack read whole is never read again, so a transfer error must be detected now.
  if (whole && !source.resident) assertSections(start, header, name)
  try {
    const root = decodeRoot(decompress(rootUnit), header)
    const spellings = new Spellings(decompress(spellingsUnit))
    return { source: whole ? createMemorySource(start, name) : source, header, root, spellings }
  } catch (error) {
    throw createDamageError(name, 'its root or its spellings', error)
  }
}

function assertSections(bytes: Uint8Array, header: PackHeader, name: string): void {
  for (const section of sectionNames) {
    const { offset, length, crc32: expected } = header.sections[section]
    if (crc32(bytes.subarray(offset, offset + length)) !== expected)
      throw createDamageError(name, `its section ${section}`)
  }
}

async function readBytes(source: RangeSource, start: number, end: number): Promise<Uint8Array> {
  if (source.resident) return source.resident.subarray(start, end)
  let bytes: Uint8Array
  try {
    bytes = await source.read({ start, end })
  } catch (error) {
    throw toUnavailable(error)
  }
  if (bytes.length !== end - start)
    throw createDamageError(source.name, `it ends before byte ${end}`)
  return bytes
}

function readHeader(bytes: Uint8Array, name: string): PackHeader {
  const version = readVersion(bytes)
  if (version === undefined) throw createUnreadableError(`${name} is not an index of places`)
  if (version !== formatVersion && version !== shardedFormatVersion) {
    throw createUnreadableError(
      `${name} is of format version ${version}, this code reads ${formatVersion} and ${shardedFormatVersion}`,
    )
  }
  if (!extractVerifiedBody(bytes, headerBytes)) throw createDamageError(name, 'its header')
  try {
    return decodeHeader(bytes)
  } catch (error) {
    throw createDamageError(name, 'its header', error)
  }
}

/**
 * Reads a whole file, which may be a shard, and compares each section with its checksum.
 *
 * @throws ApiError `service_unavailable` whose cause names the damaged section.
 */
export async function verifyPack(
  source: RangeSource,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const header = await readAgainIfDamaged(async () => {
    const end = Math.min(source.size, headerBytes)
    return readHeader(await readBytes(source, 0, end), source.name)
  })
  if (header.size !== source.size)
    throw createDamageError(source.name, `it has ${source.size} of ${header.size} bytes`)
  for (const name of sectionNames) {
    const { offset, length, crc32: expected } = header.sections[name]
    let checksum = 0
    for (let at = 0; at < length; at += checkedPieceBytes) {
      signal?.throwIfAborted()
      const end = offset + Math.min(length, at + checkedPieceBytes)
      const bytes = await source.read({ start: offset + at, end }, signal).catch((error) => {
        throw toUnavailable(error)
      })
      checksum = crc32(bytes, checksum)
    }
    if (checksum !== expected) throw createDamageError(source.name, `its section ${name}`)
  }
}
