import { ByteWriter, toBuffer } from './bytes.ts'

/** Interval of keys that are written in full. A binary search over these keys leaves few entries to decode. */
const entriesPerRestart = 16

/**
 * Writes sorted, front-coded keys, each with a value.
 *
 * An entry consists of the number of bytes shared with the previous key, the number of bytes that follow, these
 * bytes, the size of the value, and the value. Shared bytes end between characters. Every 16th entry is a
 * restart, which shares nothing; the block ends with the offsets of the restarts (uint32 each) and their number
 * (uint32).
 */
export class KeyBlockWriter {
  readonly #out = new ByteWriter()
  #restarts: number[] = []
  #previous: Buffer = Buffer.alloc(0)
  count = 0

  get size(): number {
    return this.#out.length + 4 * this.#restarts.length + 4
  }

  add(key: Buffer, value: Uint8Array): void {
    let shared = 0
    if (this.count % entriesPerRestart === 0) this.#restarts.push(this.#out.length)
    else shared = countSharedBytes(this.#previous, key)
    this.#out.varint(shared)
    this.#out.varint(key.length - shared)
    this.#out.bytes(key.subarray(shared))
    this.#out.varint(value.length)
    this.#out.bytes(value)
    this.#previous = key
    this.count++
  }

  /** Returns the block and empties the writer. */
  take(): Buffer {
    for (const restart of this.#restarts) this.#out.uint32(restart)
    this.#out.uint32(this.#restarts.length)
    this.#restarts = []
    this.#previous = Buffer.alloc(0)
    this.count = 0
    return this.#out.take()
  }
}

function countSharedBytes(a: Buffer, b: Buffer): number {
  const max = Math.min(a.length, b.length)
  let shared = 0
  while (shared < max && a[shared] === b[shared]) shared++
  while (shared > 0 && isContinuationByte(b[shared])) shared--
  return shared
}

function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** Reads a block of {@link KeyBlockWriter}. */
export class KeyBlock {
  readonly bytes: Buffer
  /** Byte offset at which the entries end. */
  readonly end: number
  readonly #restartCount: number

  constructor(bytes: Uint8Array) {
    this.bytes = toBuffer(bytes)
    this.#restartCount = this.bytes.readUInt32LE(this.bytes.length - 4)
    this.end = this.bytes.length - 4 - 4 * this.#restartCount
    if (this.end < 0) throw new RangeError('a block of keys is too short')
  }

  /** Returns a cursor at the first key at or above the given one. */
  from(key: Buffer): KeyCursor {
    const cursor = new KeyCursor(this)
    cursor.jump(this.#restartBelow(key, key.length))
    while (!cursor.done && cursor.compare(key) < 0) cursor.next()
    return cursor
  }

  /**
   * Returns the offset at which the key's value begins; -1 for a missing key. Copies no key, because most
   * look-ups are of single keys.
   */
  find(key: string): number {
    const length = encodeKey(key)
    const { bytes, end } = this
    let at = this.#restartBelow(encoded, length)
    // Number of bytes that the key shares with the last entry, which sorts before it.
    let matched = 0
    while (at < end) {
      const shared = readVarint(bytes, at)
      at += measureVarint(bytes, at)
      const unshared = readVarint(bytes, at)
      at += measureVarint(bytes, at)
      if (shared < matched) return -1
      const next = at + unshared
      // An entry that shares more with the last one differs from the key at the same byte.
      if (shared === matched) {
        const max = Math.min(unshared, length - matched)
        let same = 0
        while (same < max && bytes[at + same] === encoded[matched + same]) same++
        if (same === unshared && matched + same === length) return next + measureVarint(bytes, next)
        if (same === length - matched) return -1
        if (same < unshared && bytes[at + same]! > encoded[matched + same]!) return -1
        matched += same
        // As in the entries, shared bytes end between characters.
        while (matched > 0 && isContinuationByte(encoded[matched])) matched--
      }
      at = next + measureVarint(bytes, next) + readVarint(bytes, next)
    }
    return -1
  }

  /** Returns the offset of the last restart at or below the key; of the first restart if all are above. */
  #restartBelow(key: Uint8Array, length: number): number {
    let low = 0
    let high = this.#restartCount - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#isAtOrBelow(this.#restart(middle), key, length)) low = middle
      else high = middle - 1
    }
    return this.#restartCount > 0 ? this.#restart(low) : this.end
  }

  /** Returns whether the key of a restart is at or below the given one. */
  #isAtOrBelow(restart: number, key: Uint8Array, length: number): boolean {
    const { bytes } = this
    // A restart shares nothing, so its first varint takes one byte.
    const unshared = readVarint(bytes, restart + 1)
    const at = restart + 1 + measureVarint(bytes, restart + 1)
    const max = Math.min(unshared, length)
    for (let i = 0; i < max; i++) {
      const difference = bytes[at + i]! - key[i]!
      if (difference !== 0) return difference < 0
    }
    return unshared <= length
  }

  start(): KeyCursor {
    const cursor = new KeyCursor(this)
    cursor.jump(0)
    return cursor
  }

  #restart(index: number): number {
    const { bytes } = this
    const at = this.end + 4 * index
    // Avoids the checks of `readUInt32LE`, because each look-up reads several restarts.
    const high = (bytes[at + 3]! << 24) | (bytes[at + 2]! << 16)
    return (high | (bytes[at + 1]! << 8) | bytes[at]!) >>> 0
  }
}

/** Walks the entries of a {@link KeyBlock}. */
export class KeyCursor {
  readonly #block: KeyBlock
  #key: Buffer = Buffer.allocUnsafe(256)
  #next = 0
  /** Length of the key, bytes; the first `shared` bytes equal the previous key's. */
  length = 0
  shared = 0
  valueAt = 0
  valueEnd = 0
  done = true

  constructor(block: KeyBlock) {
    this.#block = block
  }

  /** Buffer whose first `length` bytes are the key. */
  get keyBytes(): Buffer {
    return this.#key
  }

  key(from = 0): string {
    return this.#key.toString('utf8', from, this.length)
  }

  compare(key: Buffer): number {
    const max = Math.min(key.length, this.length)
    for (let i = 0; i < max; i++) if (this.#key[i] !== key[i]) return this.#key[i]! - key[i]!
    return this.length - key.length
  }

  startsWith(prefix: Buffer): boolean {
    if (this.length < prefix.length) return false
    for (let i = prefix.length - 1; i >= 0; i--) if (this.#key[i] !== prefix[i]) return false
    return true
  }

  jump(at: number): void {
    this.#next = at
    this.length = 0
    this.next()
  }

  next(): void {
    const { bytes, end } = this.#block
    this.done = this.#next >= end
    if (this.done) return
    let at = this.#next
    let shared = bytes[at++]!
    if (shared >= 0x80) {
      shared = readLongVarint(bytes, at - 1)
      at = findVarintEnd(bytes, at - 1)
    }
    let unshared = bytes[at++]!
    if (unshared >= 0x80) {
      unshared = readLongVarint(bytes, at - 1)
      at = findVarintEnd(bytes, at - 1)
    }
    const length = shared + unshared
    if (length > this.#key.length) {
      const grown = Buffer.allocUnsafe(2 * length)
      this.#key.copy(grown, 0, 0, shared)
      this.#key = grown
    }
    for (let i = shared; i < length; i++) this.#key[i] = bytes[at++]!
    let size = bytes[at++]!
    if (size >= 0x80) {
      size = readLongVarint(bytes, at - 1)
      at = findVarintEnd(bytes, at - 1)
    }
    this.shared = shared
    this.length = length
    this.valueAt = at
    this.valueEnd = at + size
    this.#next = this.valueEnd
  }
}

/** UTF-8 bytes of the key being looked up. Shared by all look-ups, since each ends before the next begins. */
let encoded = Buffer.allocUnsafe(256)

/** Writes a key to `encoded` and returns its number of bytes. */
function encodeKey(key: string): number {
  // A UTF-16 unit takes at most three bytes.
  if (3 * key.length > encoded.length) encoded = Buffer.allocUnsafe(6 * key.length)
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i)
    if (unit >= 0x80) return encoded.write(key)
    encoded[i] = unit
  }
  return key.length
}

function readVarint(bytes: Buffer, at: number): number {
  const byte = bytes[at]!
  return byte < 0x80 ? byte : readLongVarint(bytes, at)
}

function measureVarint(bytes: Buffer, at: number): number {
  return bytes[at]! < 0x80 ? 1 : findVarintEnd(bytes, at) - at
}

function readLongVarint(bytes: Buffer, at: number): number {
  let value = 0
  let scale = 1
  for (let i = at; ; i++) {
    const byte = bytes[i]!
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return value
    scale *= 0x80
  }
}

function findVarintEnd(bytes: Buffer, at: number): number {
  let end = at
  while (bytes[end]! >= 0x80) end++
  return end + 1
}
