import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { bufferOver } from '../format/bytes.ts'
import { type ByteSpan, checksumOf } from '../format/unit.ts'

const bufferBytes = 1024 * 1024

/** A scratch file with buffered appends; appended bytes can be read back. */
export class AppendFile {
  readonly path: string
  readonly #file: number
  readonly #buffer: Buffer = Buffer.allocUnsafe(bufferBytes)
  #filled = 0
  /** Bytes appended. */
  length = 0

  constructor(path: string) {
    this.path = path
    this.#file = openSync(path, 'w+')
  }

  append(bytes: Uint8Array): void {
    if (bytes.length > bufferBytes - this.#filled) this.flush()
    if (bytes.length > bufferBytes) writeAll(this.#file, bytes)
    else {
      this.#buffer.set(bytes, this.#filled)
      this.#filled += bytes.length
    }
    this.length += bytes.length
  }

  flush(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#filled))
    this.#filled = 0
  }

  /** @param memory Takes the bytes if it is large enough. */
  read(offset: number, length: number, memory?: Buffer): Buffer {
    if (this.#filled > 0) this.flush()
    return readExactly(this.#file, offset, length, memory)
  }

  close(): void {
    this.flush()
    closeSync(this.#file)
  }
}

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
  for (let at = start; at < end; at += bufferBytes) {
    checksum = crc32(section.read(at, Math.min(bufferBytes, end - at)), checksum)
  }
  const read = (offset: number, length: number) => section.read(start + offset, length)
  return { length: end - start, crc32: checksum, read }
}

export function readExactly(file: number, offset: number, length: number, memory?: Buffer): Buffer {
  const bytes =
    memory && length <= memory.length ? memory.subarray(0, length) : Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, offset + filled)
    if (read === 0) throw new RangeError('a scratch file has been truncated')
    filled += read
  }
  return bytes
}

export function writeAll(file: number, bytes: Uint8Array): void {
  const buffer = bufferOver(bytes)
  for (let written = 0; written < buffer.length; ) written += writeSync(file, buffer, written)
}
