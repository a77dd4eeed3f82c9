import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { bufferOver } from '../format/bytes.ts'
import { type ByteSpan, checksumOf } from '../format/unit.ts'

const bufferBytes = 1024 * 1024

/** A file that is appended to through a buffer. */
export class AppendFile {
  readonly path: string
  readonly #file: number
  readonly #buffer: Buffer = Buffer.allocUnsafe(bufferBytes)
  #filled = 0
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

  /** Flushes, then reads. */
  read(offset: number, length: number): Buffer {
    if (this.#filled > 0) this.flush()
    return readExactly(this.#file, offset, length)
  }

  close(): void {
    this.flush()
    closeSync(this.#file)
  }
}

/** A section of a pack in a scratch file. */
export class SectionFile extends AppendFile {
  crc32 = 0

  override append(bytes: Uint8Array): void {
    this.crc32 = crc32(bytes, this.crc32)
    super.append(bytes)
  }

  /** Appends a unit with its checksum. */
  unit(bytes: Uint8Array): ByteSpan {
    const offset = this.length
    this.append(bytes)
    this.append(checksumOf(bytes))
    return { offset, length: this.length - offset }
  }
}

export function readExactly(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
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
  for (let at = 0; at < buffer.length; ) at += writeSync(file, buffer, at)
}
