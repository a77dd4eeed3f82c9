import { zstdDecompressSync } from 'node:zlib'

/** Encodes the basic types of a pack into a growing buffer. Integers have up to 53 bits. */
export class ByteWriter {
  #bytes: Buffer = Buffer.allocUnsafe(256)
  length = 0

  byte(value: number): void {
    this.#ensureCapacity(1)
    this.#bytes[this.length++] = value
  }

  /** Writes seven bits per byte, lowest first; the top bit is set on all bytes but the last. */
  varint(value: number): void {
    if (!(Number.isSafeInteger(value) && value >= 0)) throw new RangeError(`not a varint: ${value}`)
    this.#ensureCapacity(8)
    let rest = value
    while (rest >= 0x80) {
      this.#bytes[this.length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.length++] = rest
  }

  /** Writes a zigzag varint: 0, -1, 1, -2, 2 ... become 0, 1, 2, 3, 4 ... */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  uint32(value: number): void {
    this.#ensureCapacity(4)
    this.length = this.#bytes.writeUInt32LE(value, this.length)
  }

  int32(value: number): void {
    this.#ensureCapacity(4)
    this.length = this.#bytes.writeInt32LE(value, this.length)
  }

  /** Writes the length in bytes as a varint, then the text in UTF-8. */
  text(value: string): void {
    const size = Buffer.byteLength(value)
    this.varint(size)
    this.#ensureCapacity(size)
    this.#bytes.write(value, this.length)
    this.length += size
  }

  bytes(value: Uint8Array): void {
    this.#ensureCapacity(value.length)
    this.#bytes.set(value, this.length)
    this.length += value.length
  }

  /** Returns a view of the bytes written, valid until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  /** Returns a copy of the bytes written and empties the writer. */
  take(): Buffer {
    const taken = Buffer.from(this.view())
    this.length = 0
    return taken
  }

  #ensureCapacity(size: number): void {
    if (this.length + size <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.length + size))
    this.#bytes.copy(grown, 0, 0, this.length)
    this.#bytes = grown
  }
}

/** Reads the bytes of a {@link ByteWriter}. Throws `RangeError` past the end. */
export class ByteReader {
  readonly #bytes: Buffer
  /** Offset of the next byte. */
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = toBuffer(bytes)
    this.at = at
  }

  get atEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  byte(): number {
    if (this.at >= this.#bytes.length) throw new RangeError('read past the end')
    return this.#bytes[this.at++]!
  }

  varint(): number {
    const first = this.byte()
    if (first < 0x80) return first
    let value = first & 0x7f
    let scale = 0x80
    for (;;) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 0x80
    }
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  uint32(): number {
    const value = this.#bytes.readUInt32LE(this.at)
    this.at += 4
    return value
  }

  int32(): number {
    const value = this.#bytes.readInt32LE(this.at)
    this.at += 4
    return value
  }

  text(): string {
    const size = this.varint()
    return this.sizedText(size)
  }

  sizedText(size: number): string {
    const end = this.at + size
    if (end > this.#bytes.length) throw new RangeError('read past the end')
    const text = this.#bytes.toString('utf8', this.at, end)
    this.at = end
    return text
  }

  skip(size: number): void {
    this.at += size
  }
}

/** Returns a Buffer over the same bytes. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Size of the first output buffer, bytes. Most blocks fit; decompression takes a third less time than by default. */
const usualBlockBytes = 8 * 1024

/** Decompresses Zstandard into an array of exact size; zlib's own buffer is larger and would stay in memory. */
export function decompress(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(zstdDecompressSync(bytes, { chunkSize: usualBlockBytes }))
}
