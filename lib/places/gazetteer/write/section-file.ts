import { closeSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { AppendFile, readExactly } from '#platform/large-data'
import { type ByteSpan, checksumOf } from '../format/unit.ts'

/** Read at a time for a checksum. */
const blockBytes = 1024 * 1024

/** One section of a pack while it is being written, with the CRC-32 of all its bytes. */
export class SectionFile extends AppendFile {
  crc32 = 0
  /** Added to the offsets of units: the section continues one of other files. */
  origin = 0

  override append(bytes: Uint8Array): void {
    this.crc32 = crc32(bytes, this.crc32)
    super.append(bytes)
  }

  /** Appends a unit and its checksum. */
  appendUnit(bytes: Uint8Array): ByteSpan {
    const offset = this.length
    this.append(bytes)
    this.append(checksumOf(bytes))
    return { offset: this.origin + offset, length: this.length - offset }
  }
}

/** A section whose bytes are all there. */
export type StoredSection = Pick<SectionFile, 'length' | 'crc32' | 'read'>

export const emptySection: StoredSection = { length: 0, crc32: 0, read: () => Buffer.alloc(0) }

/** A section that is closed; it opens its file for each read. */
export function closedSection(section: SectionFile): StoredSection {
  section.close()
  const { path, length, crc32 } = section
  const read = (offset: number, length: number) => {
    const file = openSync(path, 'r')
    try {
      return readExactly(file, offset, length)
    } finally {
      closeSync(file)
    }
  }
  return { length, crc32, read }
}

/** Consecutive bytes of a section as a section of their own. */
export function partOf(section: StoredSection, start: number, end: number): StoredSection {
  let checksum = 0
  for (let at = start; at < end; at += blockBytes) {
    checksum = crc32(section.read(at, Math.min(blockBytes, end - at)), checksum)
  }
  const read = (offset: number, length: number) => section.read(start + offset, length)
  return { length: end - start, crc32: checksum, read }
}
