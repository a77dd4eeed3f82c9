import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

/** Bytes of appends buffered before they are written. */
const bufferBytes = 1024 * 1024

/**
 * A file that is only appended to. Writes are buffered and synchronous; appended bytes can be read back at any time.
 */
export class AppendFile {
  readonly path: string
  readonly #file: number
  readonly #buffer: Buffer = Buffer.allocUnsafe(bufferBytes)
  #filled = 0
  /** Number of bytes appended. */
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

  /** Appends all bytes of another file and removes that file. */
  appendFile(path: string): void {
    this.flush()
    const file = openSync(path, 'r')
    try {
      for (;;) {
        const read = readSync(file, this.#buffer, 0, bufferBytes, null)
        if (read === 0) break
        writeAll(this.#file, this.#buffer.subarray(0, read))
        this.length += read
      }
    } finally {
      closeSync(file)
    }
    rmSync(path, { force: true })
  }

  flush(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#filled))
    this.#filled = 0
  }

  /** Reads appended bytes: see {@link readExactly}. */
  read(offset: number, length: number, memory?: Buffer): Buffer {
    if (this.#filled > 0) this.flush()
    return readExactly(this.#file, offset, length, memory)
  }

  close(): void {
    try {
      this.flush()
    } finally {
      closeSync(this.#file)
    }
  }

  /** Closes and removes the file. */
  remove(): void {
    closeSync(this.#file)
    rmSync(this.path, { force: true })
  }
}

/**
 * Reads exactly `length` bytes of an open file.
 *
 * @param memory Receives the bytes if it is large enough.
 * @throws RangeError when the file ends before.
 */
export function readExactly(file: number, offset: number, length: number, memory?: Buffer): Buffer {
  const bytes =
    memory && length <= memory.length ? memory.subarray(0, length) : Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, offset + filled)
    if (read === 0) throw new RangeError('a file has been truncated while it was read')
    filled += read
  }
  return bytes
}

/** Writes all bytes at the current position of an open file. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}
