import { closeSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { AppendFile, readExactly } from '#platform/large-data'
import { type ByteSpan, computeChecksum } from '../format/unit.ts'

/** Number of bytes read at once for a checksum. */
const blockBytes = 1024 * 1024

/** One section of a pack while it is being written, with the CRC-32 of all its bytes. */
export class SectionFile extends AppendFile {
  crc32 = 0
  /** Number added to the offsets of units, for a section that continues sections of other files. */
  origin = 0

  override append(bytes: Uint8Array): void {
    this.crc32 = crc32(bytes, this.crc32)
    super.append(bytes)
  }

  /** Appends a unit and its checksum. */
  appendUnit(bytes: Uint8Array): ByteSpan {
    const offset = this.length
    this.append(bytes)
    this.append(computeChecksum(bytes))
    return { offset: this.origin + offset, length: this.length - offset }
  }
}

/** A section that is completely written. */
export type StoredSection = Pick<SectionFile, 'length' | 'crc32' | 'read'>

export const emptySection: StoredSection = { length: 0, crc32: 0, read: () => Buffer.alloc(0) }

/** Closes a section. The result opens the section's file for each read. */
export function closeSection(section: SectionFile): StoredSection {
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

/** Returns consecutive bytes of a section as a separate section. */
export function sliceSection(section: StoredSection, start: number, end: number): StoredSection {
  let checksum = 0
  for (let at = start; at < end; at += blockBytes) {
    checksum = crc32(section.read(at, Math.min(blockBytes, end - at)), checksum)
  }
  const read = (offset: number, length: number) => section.read(start + offset, length)
  return { length: end - start, crc32: checksum, read }
}
