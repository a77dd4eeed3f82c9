import { ByteWriter, bufferOver } from './bytes.ts'

/** Every 16th key is written in full: a binary search over these leaves few entries to decode. */
const entriesPerRestart = 16

/**
 * Sorted keys, front-coded, each with a value.
 *
 * An entry: the number of bytes shared with the previous key, the number of bytes that follow, these bytes,
 * the size of the value, the value. Shared bytes end between characters. Every 16th entry, a restart, shares
 * nothing; the offsets of the restarts are at the end (uint32 each), followed by their number (uint32).
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
    else shared = sharedBytes(this.#previous, key)
    this.#out.varint(shared)
    this.#out.varint(key.length - shared)
    this.#out.bytes(key.subarray(shared))
    this.#out.varint(value.length)
    this.#out.bytes(value)
    this.#previous = key
    this.count++
  }

  /** The block; afterwards the writer is empty. */
  take(): Buffer {
    for (const restart of this.#restarts) this.#out.uint32(restart)
    this.#out.uint32(this.#restarts.length)
    this.#restarts = []
    this.#previous = Buffer.alloc(0)
    this.count = 0
    return this.#out.take()
  }
}

function sharedBytes(a: Buffer, b: Buffer): number {
  const max = Math.min(a.length, b.length)
  let shared = 0
  while (shared < max && a[shared] === b[shared]) shared++
  while (shared > 0 && isContinuation(b[shared])) shared--
  return shared
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** Reads a block that {@link KeyBlockWriter} made. */
export class KeyBlock {
  readonly bytes: Buffer
  /** Where the entries end. */
  readonly end: number
  readonly #restartCount: number

  constructor(bytes: Uint8Array) {
    this.bytes = bufferOver(bytes)
    this.#restartCount = this.bytes.readUInt32LE(this.bytes.length - 4)
    this.end = this.bytes.length - 4 - 4 * this.#restartCount
    if (this.end < 0) throw new RangeError('a block of keys is too short')
  }

  /** A cursor at the first key at or above this one. */
  from(key: Buffer): KeyCursor {
    // The last restart at or below the key.
    let low = 0
    let high = this.#restartCount - 1
    const cursor = new KeyCursor(this)
    while (low < high) {
      const middle = (low + high + 1) >> 1
      cursor.jump(this.#restart(middle))
      if (cursor.compare(key) <= 0) low = middle
      else high = middle - 1
    }
    cursor.jump(this.#restartCount > 0 ? this.#restart(low) : this.end)
    while (!cursor.done && cursor.compare(key) < 0) cursor.next()
    return cursor
  }

  /** Where the value of the key begins; -1 for a missing key. */
  find(key: Buffer): number {
    const cursor = this.from(key)
    return !cursor.done && cursor.compare(key) === 0 ? cursor.valueAt : -1
  }

  start(): KeyCursor {
    const cursor = new KeyCursor(this)
    cursor.jump(0)
    return cursor
  }

  #restart(index: number): number {
    return this.bytes.readUInt32LE(this.end + 4 * index)
  }
}

/** Walks the entries of a {@link KeyBlock}. */
export class KeyCursor {
  readonly #block: KeyBlock
  #key: Buffer = Buffer.allocUnsafe(256)
  #next = 0
  /** Bytes of the key; the first `shared` are those of the previous key. */
  length = 0
  shared = 0
  valueAt = 0
  valueEnd = 0
  done = true

  constructor(block: KeyBlock) {
    this.#block = block
  }

  /** The key is the first `length` bytes. */
  get keyBytes(): Buffer {
    return this.#key
  }

  key(from = 0): string {
    return this.#key.toString('utf8', from, this.length)
  }

  compare(key: Buffer): number {
    return this.#key.compare(key, 0, key.length, 0, this.length)
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
      shared = longVarint(bytes, at - 1)
      at = varintEnd(bytes, at - 1)
    }
    let unshared = bytes[at++]!
    if (unshared >= 0x80) {
      unshared = longVarint(bytes, at - 1)
      at = varintEnd(bytes, at - 1)
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
      size = longVarint(bytes, at - 1)
      at = varintEnd(bytes, at - 1)
    }
    this.shared = shared
    this.length = length
    this.valueAt = at
    this.valueEnd = at + size
    this.#next = this.valueEnd
  }
}

function longVarint(bytes: Buffer, at: number): number {
  let value = 0
  let scale = 1
  for (let i = at; ; i++) {
    const byte = bytes[i]!
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return value
    scale *= 0x80
  }
}

function varintEnd(bytes: Buffer, at: number): number {
  let end = at
  while (bytes[end]! >= 0x80) end++
  return end + 1
}
